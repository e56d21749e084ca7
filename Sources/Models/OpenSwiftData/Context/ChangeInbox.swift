import Locks

/// An object that interprets changes, on the actor that it belongs to.
protocol ChangeReceiver: AnyObject {
  /// Processes the changes that have arrived, and notifies observers.
  func receiveChanges()
  /// Announces, on any thread, that changes have arrived that are processed only on request.
  func announceChanges()
}

/// A queue of changes by other contexts and processes, for an observer that belongs to an actor.
final class ChangeInbox: @unchecked Sendable {
  // `@unchecked`: `receiver` and `actor` are set before the inbox is registered. From then on they
  // are weak references, which any thread may read. Apart from announcing changes, the receiver
  // works only on the actor. `watch` is set once, before the inbox is shared.

  private weak var receiver: (any ChangeReceiver)?
  private weak var actor: (any Actor)?
  private let isIsolated: Bool
  private let changes = Mutex<[StoreChange]>([])
  private let isScheduled = Atomic<Bool>(false)
  /// The context whose changes arrive in another way, and are ignored here.
  let source: ObjectIdentifier?
  /// Keeps the watch alive.
  var watch: ContainerWatch?

  /// The maximum number of pending changes; beyond it, one unknown change replaces all of them.
  private static let limit = 1_000

  /// - Parameters:
  ///   - receiver: The receiver of the changes.
  ///   - source: The context whose changes arrive in another way.
  ///   - actor: The actor that the receiver belongs to; nil for none.
  init(for receiver: any ChangeReceiver, besides source: AnyObject?, on actor: (any Actor)?) {
    self.receiver = receiver
    self.source = source.map { ObjectIdentifier($0) }
    self.actor = actor
    isIsolated = actor != nil
  }

  /// Adds a change; may be called on any thread.
  func receive(_ change: StoreChange) {
    if let source, change.source == source { return }
    changes.withLock { changes in
      if changes.count < Self.limit { changes.append(change) } else { changes = [.unknown] }
    }
    schedule()
  }

  /// Whether no changes are pending.
  var isEmpty: Bool { changes.withLock { $0.isEmpty } }

  /// Removes and returns the pending changes.
  func take() -> [StoreChange] {
    changes.withLock { changes in
      defer { changes = [] }
      return changes
    }
  }

  /// Schedules the receiver to process pending changes on its actor, once for many changes.
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
