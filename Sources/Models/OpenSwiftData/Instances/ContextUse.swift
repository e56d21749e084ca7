import CThreadState
import Foundation
import Locks

/// The thread that is inside a context, and how deeply its calls are nested.
final class ContextUse: @unchecked Sendable {
  // `@unchecked`: `depth` is read and written only by the thread that `user` names.

  /// The thread, by the address of its state; 0 for none.
  private let user = Atomic<UInt>(0)
  /// The outermost call of that thread, for the message.
  private let operation = Atomic<UnsafePointer<UInt8>?>(nil)
  private let hasReported = Atomic<Bool>(false)
  private var depth = 0

  /// The time that a second thread waits for the first to leave.
  ///
  /// It is limited so that a program does not hang forever if one thread stays in a context while
  /// it waits for the other.
  private static let patience = Duration.seconds(1)

  /// Records that the current thread begins `name`, if no other thread is inside the context.
  ///
  /// Inlined, since every call of a context begins with it: two loads, a compare-and-swap and two
  /// stores. The memory order is relaxed on purpose: the check must not synchronize threads that
  /// their user forgot to synchronize, or it would hide the mistake from Thread Sanitizer.
  ///
  /// - Returns: False if another thread is inside; nothing is recorded then.
  @inline(__always)
  func begin(_ name: StaticString) -> Bool {
    let thread = UInt(bitPattern: openswiftdata_current_thread())
    if user.load(ordering: .relaxed) == thread {
      depth += 1
      return true
    }
    guard user.compareExchange(expected: 0, desired: thread, ordering: .relaxed).exchanged else {
      return false
    }
    operation.store(name.hasPointerRepresentation ? name.utf8Start : nil, ordering: .relaxed)
    depth = 1
    return true
  }

  /// Reports that another thread is inside the context, then waits until it leaves, at most a
  /// second.
  ///
  /// - Parameters:
  ///   - name: The operation that the current thread is about to begin.
  ///   - report: Called with the operation of the other thread, and whether it is the context's
  ///     first report.
  /// - Returns: Whether the current thread is recorded, and `end()` has to follow.
  @inline(never)
  func wait(_ name: StaticString, report: (_ running: String, _ isFirst: Bool) -> Void) -> Bool {
    let running = operation.load(ordering: .relaxed).map { String(cString: $0) }
    report(running ?? "another call", !hasReported.exchange(true, ordering: .relaxed))
    guard waitToEnter(UInt(bitPattern: openswiftdata_current_thread())) else { return false }
    operation.store(name.hasPointerRepresentation ? name.utf8Start : nil, ordering: .relaxed)
    depth = 1
    return true
  }

  /// Records that the current thread ends the operation that it began.
  @inline(__always)
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
