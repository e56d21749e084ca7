import Dispatch
import Locks

/// A thread's wait for a grant that another thread provides.
final class Turn: Sendable {
  private let semaphore = DispatchSemaphore(value: 0)
  private let granted = Mutex<PoolQueue.Grant?>(nil)

  func give(_ grant: PoolQueue.Grant) {
    granted.withLock { $0 = grant }
    semaphore.signal()
  }

  /// Whether a grant was provided within a time limit.
  func wait(_ limit: Duration) -> Bool {
    let deadline = DispatchTime.now() + .milliseconds(Int(limit.inMilliseconds))
    guard semaphore.wait(timeout: deadline) == .success else { return false }
    // Signals again, so that a following wait returns immediately.
    semaphore.signal()
    return true
  }

  /// Blocks until a grant is provided, and returns it.
  func wait() -> PoolQueue.Grant {
    semaphore.wait()
    return granted.withLock { $0 } ?? .closed
  }
}
