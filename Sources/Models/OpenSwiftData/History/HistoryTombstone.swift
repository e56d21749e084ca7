/// The preserved values of a deleted model: those of its attributes with
/// `.preserveValueOnDeletion`.
public struct HistoryTombstone<Model>: Sequence, @unchecked Sendable where Model: PersistentModel {
  // `@unchecked`: it holds key paths and values of attributes, which never change.

  /// The type of the elements of the sequence.
  public typealias Element = Any

  private let values: [(keyPath: PartialKeyPath<Model>, value: any Sendable)]

  init(_ values: [(keyPath: PartialKeyPath<Model>, value: any Sendable)]) { self.values = values }

  /// The value of an attribute; nil if none was preserved.
  public subscript(keyPath: PartialKeyPath<Model>) -> (any Sendable)? {
    values.first { $0.keyPath == keyPath }?.value
  }

  /// Creates an iterator over the preserved values.
  public func makeIterator() -> Iterator { Iterator(values.map(\.value)) }

  /// An iterator over the preserved values.
  public struct Iterator: IteratorProtocol {
    /// The type of the elements of the iterator.
    public typealias Element = Any

    private var rest: ArraySlice<any Sendable>

    fileprivate init(_ values: [any Sendable]) { rest = values[...] }

    /// The next value; nil at the end.
    public mutating func next() -> Any? { rest.popFirst() }
  }
}
