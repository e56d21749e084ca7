import Foundation
import Locks

/// Notifies the observers of a container of changes to its stores.
///
/// Without observers, a save costs one read of a counter.
final class ChangeFeed: Sendable {
  private struct Listener: Sendable {
    weak var inbox: ChangeInbox?
  }

  private let listeners = Mutex<[Listener]>([])
  private let count = Atomic<Int>(0)
  private let watch = Mutex(WatchReference())

  private struct WatchReference: Sendable {
    weak var watch: ContainerWatch?
  }

  /// The name of the notification that is posted for each change.
  static let remoteChange = Notification.Name("OpenSwiftDataModelContainerRemoteChange")
  /// The user info key of the identifiers of the changed stores.
  static let storeIdentifiersKey = "storeIdentifiers"

  /// Whether there are any listeners.
  var hasListeners: Bool { count.load(ordering: .relaxed) > 0 }

  /// Sends a change to all listeners.
  func publish(_ change: @autoclosure () -> StoreChange) {
    guard hasListeners else { return }
    let inboxes = listeners.withLock { listeners in
      listeners.removeAll { $0.inbox == nil }
      count.store(listeners.count, ordering: .relaxed)
      return listeners.compactMap(\.inbox)
    }
    guard !inboxes.isEmpty else { return }
    let change = change()
    for inbox in inboxes { inbox.receive(change) }
    NotificationCenter.default.post(
      name: Self.remoteChange, object: nil,
      userInfo: [Self.storeIdentifiersKey: Array(change.positions.keys)])
  }

  /// Sends all changes from now on to `inbox`, for as long as it lives.
  ///
  /// - Throws: `SwiftDataError` if a store cannot be watched.
  func add(_ inbox: ChangeInbox, _ core: ContainerCore) throws {
    inbox.watch = try watch.withLock { reference in
      if let known = reference.watch { return known }
      let made = try ContainerWatch(core, self)
      reference.watch = made
      return made
    }
    listeners.withLock { listeners in
      listeners.append(Listener(inbox: inbox))
      count.store(listeners.count, ordering: .relaxed)
    }
  }
}

/// Watches the files of a container's stores for commits by others; lives as long as its last
/// observer.
final class ContainerWatch: Sendable {
  private let watches: [any Sendable]

  /// - Throws: `SwiftDataError` if a store can no longer be opened.
  init(_ core: ContainerCore, _ feed: ChangeFeed) throws {
    watches = try zip(core.stores, core.bindings.byStore).compactMap { store, bindings in
      try (store as? any WatchableStore)?.watch(bindings) { [weak feed, weak core] change in
        // The bindings belong to the core.
        guard let feed, let core else { return }
        withExtendedLifetime(core) { feed.publish(change) }
      }
    }
  }
}
