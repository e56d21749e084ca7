import Foundation
import Locks
import OpenSwiftData
import Testing

/// Makes the mistake that Thread Sanitizer is there to find.
///
/// `Scripts/sanitize` runs it with `MAKE_A_RACE=1` and expects a report: a sanitizer that is not at
/// work, or that takes SQLite's locks for ours, would find nothing elsewhere either.
@Suite("Thread Sanitizer", .enabled(if: ProcessInfo.processInfo.environment["MAKE_A_RACE"] == "1"))
struct ThreadSanitizerTests {
  private struct Smuggled: @unchecked Sendable {
    // `@unchecked`: it is not; that is what the test is about.
    let context: ModelContext
  }

  @Test func findsAContextThatPassesToAnotherThreadByChance() throws {
    let store = try TestStore(.memory, for: Note.self)
    let smuggled = Smuggled(context: store.makeContext())
    let turn = Turn()
    Thread.detachNewThread {
      _ = try? smuggled.context.saveNotes(0..<2)
      turn.end()
    }
    while !turn.hasEnded { Thread.sleep(forTimeInterval: 0.001) }
    #expect(try smuggled.context.codes() == [0, 1])
  }

  /// Tells that a thread is done, without ordering what it did before what others do then.
  private final class Turn: Sendable {
    private let ended = Atomic<Bool>(false)
    var hasEnded: Bool { ended.load(ordering: .relaxed) }
    func end() { ended.store(true, ordering: .relaxed) }
  }
}
