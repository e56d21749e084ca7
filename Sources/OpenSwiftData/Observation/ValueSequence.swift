import Foundation

/// The results of a fetch one after the other, as values that may go anywhere: first those of now, then
/// those after each save that changes them.
///
/// A context of its own, off the actor of whoever asks, makes the values; somebody who is slow gets the
/// latest, not each.
///
/// ```swift
/// for try await names in container.results(of: FetchDescriptor<Trip>(), as: \.name) {
///   print(names)
/// }
/// ```
///
/// > Note: SwiftData has no such sequence.
public struct ValueSequence<Model: PersistentModel, Value: Sendable>: AsyncSequence, Sendable {
  /// The values of what a fetch finds at one time, in its order.
  public typealias Element = [Value]
  /// `SwiftDataError` for what goes wrong in a store, what a custom store throws, and what making a value
  /// throws.
  public typealias Failure = any Error

  let container: ModelContainer
  let descriptor: FetchDescriptor<Model>
  let value: @Sendable (Model) throws -> Value

  /// Begins to follow the results when the first are asked for.
  public func makeAsyncIterator() -> Iterator {
    Iterator(follower: ValueFollower(container, descriptor, value))
  }

  /// Gives the results one after the other; ends when its task is cancelled or a fetch fails.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate let follower: ValueFollower<Model, Value>

    /// The next results; nil when the task is cancelled, and after an error.
    ///
    /// - Throws: What `fetch(_:)` and making a value throw.
    public mutating func next() async throws -> [Value]? { try await follower.next() }
  }
}

/// Follows results in a context of its own.
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
  /// The results of a fetch, now and after each save that changes them, as values that may go anywhere.
  ///
  /// > Note: SwiftData has no such function.
  ///
  /// - Parameters:
  ///   - descriptor: What to fetch.
  ///   - value: Makes a value of a model, which must not leave the closure.
  /// - Returns: The sequence, which does nothing until it is iterated over.
  public func results<Model: PersistentModel, Value: Sendable>(
    of descriptor: FetchDescriptor<Model>, as value: @escaping @Sendable (Model) throws -> Value
  ) -> ValueSequence<Model, Value> {
    ValueSequence(container: self, descriptor: descriptor, value: value)
  }

  /// The identifiers of what a fetch finds, now and after each save that changes the models.
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
