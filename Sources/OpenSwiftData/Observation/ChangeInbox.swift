import Locks

/// Whoever works out what changes mean, on the actor it belongs to.
protocol ChangeReceiver: AnyObject {
  /// Takes in what has come, and tells who asked to be told.
  func receiveChanges()
  /// Tells, from whatever thread, that something has come which nobody takes in before it is asked for.
  func announceChanges()
}

/// Where the changes of other contexts and processes wait for an observer, which belongs to an actor.
final class ChangeInbox: @unchecked Sendable {
  // `@unchecked`: `receiver` and `actor` are set before the inbox is listening and are weak references
  // from then on, which may be read on any thread; what the receiver does beside announcing it does on the
  // actor alone. `watch` is set once, before anybody else knows the inbox.

  private weak var receiver: (any ChangeReceiver)?
  private weak var actor: (any Actor)?
  private let isIsolated: Bool
  private let changes = Mutex<[StoreChange]>([])
  private let isScheduled = Atomic<Bool>(false)
  /// Changes of this context come another way.
  let source: ObjectIdentifier?
  /// Keeps the watch alive.
  var watch: ContainerWatch?

  /// How many changes wait at most; what is more makes all of it unknown.
  private static let limit = 1_000

  /// - Parameters:
  ///   - receiver: Whose inbox it is.
  ///   - source: The context whose changes come another way.
  ///   - actor: The actor that the receiver belongs to; nil for none.
  init(for receiver: any ChangeReceiver, besides source: ModelContext?, on actor: (any Actor)?) {
    self.receiver = receiver
    self.source = source.map { ObjectIdentifier($0) }
    self.actor = actor
    isIsolated = actor != nil
  }

  /// Takes a change in, from any thread.
  func receive(_ change: StoreChange) {
    if let source, change.source == source { return }
    changes.withLock { changes in
      if changes.count < Self.limit { changes.append(change) } else { changes = [.unknown] }
    }
    schedule()
  }

  /// Whether nothing waits.
  var isEmpty: Bool { changes.withLock { $0.isEmpty } }

  /// Takes out what waits.
  func take() -> [StoreChange] {
    changes.withLock { changes in
      defer { changes = [] }
      return changes
    }
  }

  /// Has the receiver take in what has come when its actor has time, once for many changes.
  func schedule() {
    guard !isScheduled.exchange(true, ordering: .acquiringAndReleasing) else { return }
    guard isIsolated else {
      isScheduled.store(false, ordering: .releasing)
      receiver?.announceChanges()
      return
    }
    guard let actor else { return }
    Task { [weak self] in await self?.deliver(on: actor) }
  }

  private func deliver(on actor: isolated any Actor) {
    isScheduled.store(false, ordering: .releasing)
    receiver?.receiveChanges()
  }
}
