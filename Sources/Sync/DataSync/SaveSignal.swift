import Foundation
import Locks
import OpenSwiftData

/// Wakes a waiting task when something is saved; a save between two waits ends the next one at
/// once.
///
/// This is not an `AsyncStream`, because a stream ends permanently when a wait is cancelled.
final class SaveSignal: @unchecked Sendable {
  // `@unchecked`: the lock guards the mutable state; one thread sets `observation` and one clears
  // it.
  fileprivate struct State {
    var isSet = false
    var waiter: CheckedContinuation<Void, Never>?
  }

  private let state = Mutex(State())
  private var observation: (any NSObjectProtocol)?

  /// Starts observing saves.
  ///
  /// - Parameter isMeant: Whether saves of a container count.
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

  /// Wakes the waiting task; if no task is waiting, the next wait ends at once.
  func set() {
    state.withLock { state in
      state.isSet = state.waiter == nil
      return state.take()
    }?.resume()
  }

  /// Waits for a save, or until the task is cancelled; only one task may wait at a time.
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
