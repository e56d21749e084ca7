import Foundation
import Locks

/// The results of a fetch over time: first the current ones, then those after each change, for as
/// long as the next are requested.
///
/// The elements are models of a context, so they stay where the context is used: the iterator works
/// on the actor of the task that calls it. A slow consumer gets the latest results, not all of
/// them.
///
/// ```swift
/// for try await trips in context.results(of: FetchDescriptor<Trip>()) {
///   print(trips.map(\.name))
/// }
/// ```
///
/// > Note: SwiftData has no such sequence.
public struct ResultsSequence<Model: PersistentModel>: AsyncSequence {
  /// The models that a fetch finds at one time.
  public typealias Element = FetchResultsCollection<Model>
  /// `SwiftDataError` for failures of a store, and errors of a custom store.
  public typealias Failure = any Error

  let context: ModelContext
  let descriptor: FetchDescriptor<Model>

  /// Creates an iterator, which starts to follow the results when the first are requested.
  public func makeAsyncIterator() -> Iterator {
    Iterator(context: context, descriptor: descriptor)
  }

  /// An iterator over the results; it ends when its task is cancelled or a fetch fails.
  public struct Iterator: AsyncIteratorProtocol {
    private let context: ModelContext
    private let descriptor: FetchDescriptor<Model>
    private var followed: FollowedResults<Model>?
    private var isOver = false

    fileprivate init(context: ModelContext, descriptor: FetchDescriptor<Model>) {
      (self.context, self.descriptor) = (context, descriptor)
    }

    /// Returns the next results; nil when the task is cancelled, and after an error.
    ///
    /// - Throws: Errors of `fetch(_:)`.
    public mutating func next() async throws -> FetchResultsCollection<Model>? {
      try await next(isolation: #isolation)
    }

    /// Returns the next results; nil when the task is cancelled, and after an error.
    ///
    /// - Throws: Errors of `fetch(_:)`.
    public mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws -> FetchResultsCollection<Model>? {
      guard !isOver, !Task.isCancelled else { return nil }
      do {
        let models: [Model]?
        if let followed {
          models = try await followed.next(isolation: actor)
        } else {
          let made = try FollowedResults(descriptor, in: context, on: actor)
          followed = made
          models = made.models
        }
        guard let models else {
          isOver = true
          followed = nil
          return nil
        }
        return FetchResultsCollection(loaded: models)
      } catch {
        isOver = true
        followed = nil
        throw error
      }
    }
  }
}

@available(
  *, unavailable,
  message:
    "Models cannot leave the isolation of their context. Use ModelContainer.results(of:as:) for Sendable values."
)
extension ResultsSequence: Sendable {}

@available(
  *, unavailable,
  message:
    "Models cannot leave the isolation of their context. Use ModelContainer.results(of:as:) for Sendable values."
)
extension ResultsSequence.Iterator: Sendable {}

/// Results that can be awaited, on one actor.
final class FollowedResults<Model: PersistentModel> {
  private let observed: ObservedResults<Model>
  private let signals: AsyncStream<Void>
  private var iterator: AsyncStream<Void>.Iterator

  init(
    _ descriptor: FetchDescriptor<Model>, in context: ModelContext, on actor: (any Actor)?
  ) throws {
    observed = try ObservedResults(descriptor, in: context, on: actor)
    let (stream, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    signals = stream
    iterator = stream.makeAsyncIterator()
    observed.changesHaveCome = { continuation.yield() }
    observed.changesAreAnnounced = { continuation.yield() }
  }

  var models: [Model] { observed.models }

  /// Waits for the results to change; nil when the task is cancelled.
  func next(isolation actor: isolated (any Actor)?) async throws -> [Model]? {
    while true {
      if observed.needsUpdate, observed.update() {
        if let failure = observed.failure { throw failure }
        return observed.models
      }
      var waiting = iterator
      let signal: Void? = await waiting.next(isolation: actor)
      iterator = waiting
      if signal == nil || Task.isCancelled { return nil }
    }
  }
}

extension ModelContext {
  /// The results of a fetch, now and after each change of the models, as models of this context.
  ///
  /// Iterate over the sequence where the context is used. Unsaved changes of the context are
  /// included, and so are saves of other contexts and processes.
  ///
  /// > Note: SwiftData has no such function.
  ///
  /// - Parameter descriptor: What to fetch.
  /// - Returns: The sequence, which does nothing until it is iterated over.
  public func results<Model: PersistentModel>(
    of descriptor: FetchDescriptor<Model>
  ) -> ResultsSequence<Model> { ResultsSequence(context: self, descriptor: descriptor) }
}
