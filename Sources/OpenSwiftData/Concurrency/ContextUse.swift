import CThreadState
import Foundation
import Locks

/// Which thread is inside a context, and how deep.
final class ContextUse: @unchecked Sendable {
  // `@unchecked`: `depth` is read and written only by the thread that `user` names.

  /// The thread, by the address of its state; 0 for none.
  private let user = Atomic<UInt>(0)
  /// The outermost call of that thread, for the message.
  private let operation = Atomic<UnsafePointer<UInt8>?>(nil)
  private let hasReported = Atomic<Bool>(false)
  private var depth = 0

  /// How long a second thread waits for the first to leave, so that a program which holds on to a
  /// context while it waits for another thread is not stopped for good.
  private static let patience = Duration.seconds(1)

  /// Notes that the current thread begins `operation`.
  ///
  /// The order is relaxed on purpose: the check must not put in order what its user forgot to, or
  /// it would hide the mistake from Thread Sanitizer.
  ///
  /// - Parameters:
  ///   - name: What the thread does.
  ///   - report: Called when another thread is inside, with its operation; gets whether it is the
  ///     first time.
  /// - Returns: Whether `end()` has to follow.
  func begin(_ name: StaticString, report: (_ running: String, _ isFirst: Bool) -> Void) -> Bool {
    let thread = UInt(bitPattern: openswiftdata_current_thread())
    if user.load(ordering: .relaxed) == thread {
      depth += 1
      return true
    }
    if !user.compareExchange(expected: 0, desired: thread, ordering: .relaxed).exchanged {
      let running = operation.load(ordering: .relaxed).map { String(cString: $0) }
      report(running ?? "another call", !hasReported.exchange(true, ordering: .relaxed))
      guard waitToEnter(thread) else { return false }
    }
    operation.store(name.hasPointerRepresentation ? name.utf8Start : nil, ordering: .relaxed)
    depth = 1
    return true
  }

  /// Notes that the current thread ends what it began.
  func end() {
    depth -= 1
    if depth == 0 { user.store(0, ordering: .releasing) }
  }

  private func waitToEnter(_ thread: UInt) -> Bool {
    let deadline = ContinuousClock.now + Self.patience
    while ContinuousClock.now < deadline {
      if user.compareExchange(expected: 0, desired: thread, ordering: .acquiring).exchanged {
        return true
      }
      Thread.sleep(forTimeInterval: 0.001)
    }
    return false
  }
}

extension ModelContext {
  /// Notes, in debug builds, that the current thread begins to use the context.
  ///
  /// - Returns: Whether it was noted, for `endUse(_:)`.
  @inline(__always)
  func beginUse(_ operation: StaticString = #function) -> Bool {
    var isNoted = false
    // Release builds do not evaluate what `assert` is given.
    assert(noteUse(operation, &isNoted))
    return isNoted
  }

  /// Notes that what `beginUse()` began is over.
  @inline(__always)
  func endUse(_ isNoted: Bool) {
    if isNoted { use.end() }
  }

  private func noteUse(_ operation: StaticString, _ isNoted: inout Bool) -> Bool {
    isNoted = use.begin(operation) { running, isFirst in
      let event = ConcurrentUse(
        runningOperation: running, enteringOperation: "\(operation)")
      if let handler = core.concurrentUseHandler.withLock({ $0 }) {
        handler(event)
      } else if isFirst {
        event.writeToStandardError()
      }
    }
    return true
  }
}
