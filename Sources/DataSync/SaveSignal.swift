import Foundation
import Locks
import OpenSwiftData

/// Tells one who waits that something was saved, now or since it waited last.
///
/// A stream would end for good when a wait is cancelled.
final class SaveSignal: @unchecked Sendable {
  // `@unchecked`: the lock guards what changes; the observation is made and ended by one thread each.
  fileprivate struct State {
    var isSet = false
    var waiter: CheckedContinuation<Void, Never>?
  }

  private let state = Mutex(State())
  private var observation: (any NSObjectProtocol)?

  /// Begins to observe.
  ///
  /// - Parameter isMeant: Whether a container's saves are.
  init(_ isMeant: @escaping @Sendable (ModelContainer) -> Bool) {
    observation = NotificationCenter.default.addObserver(
      forName: ModelContext.didSave, object: nil, queue: nil
    ) { [weak self] notification in
      guard let context = notification.object as? ModelContext, isMeant(context.container) else {
        return
      }
      self?.set()
    }
  }

  deinit { if let observation { NotificationCenter.default.removeObserver(observation) } }

  /// Has whoever waits go on.
  func set() {
    state.withLock { state in
      state.isSet = state.waiter == nil
      return state.take()
    }?.resume()
  }

  /// Waits for a save, or until the task is cancelled; one at a time.
  func wait() async {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let goesOn = state.withLock { state in
          guard !state.isSet, !Task.isCancelled else {
            state.isSet = false
            return true
          }
          state.waiter = continuation
          return false
        }
        if goesOn { continuation.resume() }
      }
    } onCancel: {
      state.withLock { $0.take() }?.resume()
    }
  }
}

extension SaveSignal.State {
  fileprivate mutating func take() -> CheckedContinuation<Void, Never>? {
    defer { waiter = nil }
    return waiter
  }
}
