import DataSync
import ExampleSupport
import Locks
import Testing

@testable import ExampleSync

@Suite("Display of a sync")
struct SyncDisplayTests {
  private final class Screen: Sendable {
    private let state = Mutex((text: "", time: ContinuousClock.now))

    var text: String { state.withLock { $0.text } }

    /// The time, a second later each time.
    func later() -> ContinuousClock.Instant {
      state.withLock { state in
        state.time += .seconds(1)
        return state.time
      }
    }

    func write(_ text: String) { state.withLock { $0.text += text } }
  }

  private func shown(
    _ events: [SyncEvent], isTerminal: Bool = true, columns: Int? = nil
  ) async -> String {
    let screen = Screen()
    var terminal = Terminal(program: "test", output: { _ in }, message: { screen.write($0) })
    (terminal.showsProgress, terminal.messageColumns) = (isTerminal, columns)
    let (stream, continuation) = AsyncStream<SyncEvent>.makeStream()
    for event in events { continuation.yield(event) }
    continuation.yield(.ended(SyncReport()))
    var display = SyncDisplay(on: terminal) { screen.later() }
    await display.follow(stream)
    return screen.text
  }

  private func progress(_ records: Int, _ total: Int?, bytes: Int = 0) -> SyncProgress {
    var progress = SyncProgress()
    (progress.records, progress.total, progress.bytes) = (records, total, bytes)
    return progress
  }

  @Test func displayShowsProgress() async {
    let text = await shown([
      .began, .fetching(progress(7, nil)), .sending(progress(1, 4, bytes: 2_340_000)),
    ])
    #expect(text.contains("\rfetching 7 records\u{1B}[K"))
    #expect(text.contains("25 %  1 of 4  sending, 2.3 MB\u{1B}[K"))
    #expect(text.hasSuffix("\r\u{1B}[K"))
  }

  @Test func progressIsNotDrawnWithoutATerminal() async {
    let events: [SyncEvent] = [.sending(progress(1, 4)), .fetching(progress(9, nil))]
    #expect(await shown(events, isTerminal: false).isEmpty)
  }

  @Test(arguments: [12, 20, 40, 60, 200])
  func linesFitTheTerminal(_ columns: Int) async {
    let text = await shown(
      [.sending(progress(123_456, 1_000_000, bytes: 99_900_000)), .fetching(progress(9, nil))],
      columns: columns)
    let lines = text.split(separator: "\r").map { $0.replacing("\u{1B}[K", with: "") }
    #expect(lines.count == 3, "\(lines)")
    #expect(lines.allSatisfy { $0.displayWidth < columns }, "\(lines)")
  }

  @Test func refusedRecordsAreReported() async {
    let text = await shown(
      [.refused(SyncError(.recordTooLarge, "It is too large.", advice: "Make it smaller."))],
      isTerminal: false)
    #expect(
      text == "test: warning: The server refused a record: It is too large. Make it smaller.\n")
  }

  @Test func sizesAreWrittenInReadableUnits() {
    #expect(
      [0, 999, 1_000, 999_999, 1_000_000, 12_345_678].map(SyncDisplay.size)
        == ["0 B", "999 B", "1 kB", "999 kB", "1.0 MB", "12.3 MB"])
  }
}
