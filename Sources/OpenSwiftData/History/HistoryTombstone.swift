/// What is kept of a deleted model: the values of its attributes with `.preserveValueOnDeletion`.
public struct HistoryTombstone<Model>: Sequence, @unchecked Sendable where Model: PersistentModel {
  // `@unchecked`: key paths and values of attributes, which never change.

  /// What the sequence gives.
  public typealias Element = Any

  private let values: [(keyPath: PartialKeyPath<Model>, value: any Sendable)]

  init(_ values: [(keyPath: PartialKeyPath<Model>, value: any Sendable)]) { self.values = values }

  /// The value of an attribute; nil where none was kept.
  public subscript(keyPath: PartialKeyPath<Model>) -> (any Sendable)? {
    values.first { $0.keyPath == keyPath }?.value
  }

  /// The values that were kept.
  public func makeIterator() -> Iterator { Iterator(values.map(\.value)) }

  /// Goes through the values that were kept.
  public struct Iterator: IteratorProtocol {
    /// What the iterator gives.
    public typealias Element = Any

    private var rest: ArraySlice<any Sendable>

    fileprivate init(_ values: [any Sendable]) { rest = values[...] }

    /// The next value; nil at the end.
    public mutating func next() -> Any? { rest.popFirst() }
  }
}
