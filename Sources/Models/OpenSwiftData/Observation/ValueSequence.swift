import Foundation

/// The results of a fetch over time, as Sendable values: first the current ones, then those after
/// each save that changes them.
///
/// A separate context, off the caller's actor, makes the values. A slow consumer gets the latest
/// results, not all of them.
///
/// ```swift
/// for try await names in container.results(of: FetchDescriptor<Trip>(), as: \.name) {
///   print(names)
/// }
/// ```
///
/// > Note: SwiftData has no such sequence.
public struct ValueSequence<Model: PersistentModel, Value: Sendable>: AsyncSequence, Sendable {
  /// The values of the models that a fetch finds at one time, in its order.
  public typealias Element = [Value]
  /// `SwiftDataError` for failures of a store, errors of a custom store, and errors of making a
  /// value.
  public typealias Failure = any Error

  let container: ModelContainer
  let descriptor: FetchDescriptor<Model>
  let value: @Sendable (Model) throws -> Value

  /// Creates an iterator, which starts to follow the results when the first are requested.
  public func makeAsyncIterator() -> Iterator {
    Iterator(follower: ValueFollower(container, descriptor, value))
  }

  /// An iterator over the results; it ends when its task is cancelled or a fetch fails.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate let follower: ValueFollower<Model, Value>

    /// Returns the next results; nil when the task is cancelled, and after an error.
    ///
    /// - Throws: Errors of `fetch(_:)` and of making a value.
    public mutating func next() async throws -> [Value]? { try await follower.next() }
  }
}

/// Follows results in its own context.
private actor ValueFollower<Model: PersistentModel, Value: Sendable> {
  private let executor: DefaultSerialModelExecutor
  private let descriptor: FetchDescriptor<Model>
  private let value: @Sendable (Model) throws -> Value
  private var sequence: ResultsSequence<Model>.Iterator?
  private var isOver = false

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  init(
    _ container: ModelContainer, _ descriptor: FetchDescriptor<Model>,
    _ value: @escaping @Sendable (Model) throws -> Value
  ) {
    executor = DefaultSerialModelExecutor(modelContext: ModelContext(container))
    self.descriptor = descriptor
    self.value = value
  }

  func next() async throws -> [Value]? {
    guard !isOver else { return nil }
    var iterator =
      sequence ?? executor.modelContext.results(of: descriptor).makeAsyncIterator()
    do {
      let values = try await iterator.next(isolation: self)?.map(value)
      (sequence, isOver) = (iterator, values == nil)
      return values
    } catch {
      (sequence, isOver) = (nil, true)
      throw error
    }
  }
}

extension ModelContainer {
  /// The results of a fetch, now and after each save that changes them, as Sendable values.
  ///
  /// > Note: SwiftData has no such function.
  ///
  /// - Parameters:
  ///   - descriptor: What to fetch.
  ///   - value: Makes a value of a model; the model must not leave the closure.
  /// - Returns: The sequence, which does nothing until it is iterated over.
  public func results<Model: PersistentModel, Value: Sendable>(
    of descriptor: FetchDescriptor<Model>, as value: @escaping @Sendable (Model) throws -> Value
  ) -> ValueSequence<Model, Value> {
    ValueSequence(container: self, descriptor: descriptor, value: value)
  }

  /// The identifiers of the models that a fetch finds, now and after each save that changes the
  /// models.
  ///
  /// > Note: SwiftData has no such function.
  ///
  /// - Parameter descriptor: What to fetch.
  /// - Returns: The sequence, which does nothing until it is iterated over.
  public func identifiers<Model: PersistentModel>(
    of descriptor: FetchDescriptor<Model>
  ) -> ValueSequence<Model, PersistentIdentifier> {
    results(of: descriptor) { $0.persistentModelID }
  }
}
