import Foundation
import Locks
import Testing

/// Makes the mistake that Thread Sanitizer is there to find.
///
/// `Scripts/sanitize` runs it with `MAKE_A_RACE=1` and expects a report: a sanitizer that is not at
/// work would find nothing elsewhere either.
@Suite("Thread Sanitizer", .enabled(if: ProcessInfo.processInfo.environment["MAKE_A_RACE"] == "1"))
struct ThreadSanitizerTests {
  /// What both threads change without a lock.
  private final class Tally: @unchecked Sendable {
    // `@unchecked`: it is not; that is what the test is about.
    var count = 0
  }

  /// Tells that a thread is done, without ordering what it did before what others do then.
  private final class Turn: Sendable {
    private let ended = Atomic<Bool>(false)
    var hasEnded: Bool { ended.load(ordering: .relaxed) }
    func end() { ended.store(true, ordering: .relaxed) }
  }

  @Test func findsARace() {
    let (tally, turn) = (Tally(), Turn())
    Thread.detachNewThread {
      tally.count += 1
      turn.end()
    }
    while !turn.hasEnded { Thread.sleep(forTimeInterval: 0.001) }
    tally.count += 1
    #expect(tally.count == 2)
  }
}
