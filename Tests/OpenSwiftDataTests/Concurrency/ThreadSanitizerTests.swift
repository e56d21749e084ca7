import Foundation
import Locks
import Testing

/// Contains a data race that Thread Sanitizer must report.
///
/// `Scripts/sanitize` runs it with `MAKE_A_RACE=1` and expects a report. Without one, the sanitizer
/// is
/// inactive, and passing tests prove nothing.
@Suite("Thread Sanitizer", .enabled(if: ProcessInfo.processInfo.environment["MAKE_A_RACE"] == "1"))
struct ThreadSanitizerTests {
  /// The value that both threads change without a lock.
  private final class Tally: @unchecked Sendable {
    // `@unchecked`: deliberately not safe; that is what the test is about.
    var count = 0
  }

  /// Reports that a thread has finished, without a happens-before relationship.
  private final class Turn: Sendable {
    private let ended = Atomic<Bool>(false)
    var hasEnded: Bool { ended.load(ordering: .relaxed) }
    func end() { ended.store(true, ordering: .relaxed) }
  }

  @Test func theSanitizerFindsARace() {
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
