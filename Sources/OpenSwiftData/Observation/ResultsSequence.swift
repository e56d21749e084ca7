import Foundation
import Locks

/// The results of a fetch one after the other, for as long as somebody asks for the next: first those of
/// now, then those after each change.
///
/// The elements are models of a context, so they stay where the context is used: the iterator works on the
/// actor of the task that asks. Somebody who is slow gets the latest results, not each.
///
/// ```swift
/// for try await trips in context.results(of: FetchDescriptor<Trip>()) {
///   print(trips.map(\.name))
/// }
/// ```
///
/// > Note: SwiftData has no such sequence.
public struct ResultsSequence<Model: PersistentModel>: AsyncSequence {
  /// What a fetch finds at one time.
  public typealias Element = FetchResultsCollection<Model>
  /// `SwiftDataError` for what goes wrong in a store, and what a custom store throws.
  public typealias Failure = any Error

  let context: ModelContext
  let descriptor: FetchDescriptor<Model>

  /// Begins to follow the results when the first are asked for.
  public func makeAsyncIterator() -> Iterator {
    Iterator(context: context, descriptor: descriptor)
  }

  /// Gives the results one after the other; ends when its task is cancelled or a fetch fails.
  public struct Iterator: AsyncIteratorProtocol {
    private let context: ModelContext
    private let descriptor: FetchDescriptor<Model>
    private var followed: FollowedResults<Model>?
    private var isOver = false

    fileprivate init(context: ModelContext, descriptor: FetchDescriptor<Model>) {
      (self.context, self.descriptor) = (context, descriptor)
    }

    /// The next results; nil when the task is cancelled, and after an error.
    ///
    /// - Throws: What `fetch(_:)` throws.
    public mutating func next() async throws -> FetchResultsCollection<Model>? {
      try await next(isolation: #isolation)
    }

    /// The next results; nil when the task is cancelled, and after an error.
    ///
    /// - Throws: What `fetch(_:)` throws.
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
  *, unavailable, message: "Models stay with their context: ask ModelContainer.results(of:as:)."
)
extension ResultsSequence: Sendable {}

@available(
  *, unavailable, message: "Models stay with their context: ask ModelContainer.results(of:as:)."
)
extension ResultsSequence.Iterator: Sendable {}

/// Results that are waited for, on one actor.
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

  /// Waits for other results; nil when the task is cancelled.
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
  /// The sequence is iterated over where the context is used. Unsaved changes of the context count, as
  /// do saves of other contexts and processes.
  ///
  /// > Note: SwiftData has no such function.
  ///
  /// - Parameter descriptor: What to fetch.
  /// - Returns: The sequence, which does nothing until it is iterated over.
  public func results<Model: PersistentModel>(
    of descriptor: FetchDescriptor<Model>
  ) -> ResultsSequence<Model> { ResultsSequence(context: self, descriptor: descriptor) }
}
