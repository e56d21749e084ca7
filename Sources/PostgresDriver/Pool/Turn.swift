import Dispatch
import Locks

/// What a thread waits for that is given to it by another.
final class Turn: Sendable {
  private let semaphore = DispatchSemaphore(value: 0)
  private let granted = Mutex<PoolQueue.Grant?>(nil)

  func give(_ grant: PoolQueue.Grant) {
    granted.withLock { $0 = grant }
    semaphore.signal()
  }

  /// Whether something was given within a time.
  func wait(_ limit: Duration) -> Bool {
    let deadline = DispatchTime.now() + .milliseconds(Int(limit.inMilliseconds))
    guard semaphore.wait(timeout: deadline) == .success else { return false }
    // Asked again, it is there.
    semaphore.signal()
    return true
  }

  /// What is given, when it is.
  func wait() -> PoolQueue.Grant {
    semaphore.wait()
    return granted.withLock { $0 } ?? .closed
  }
}
