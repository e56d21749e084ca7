import CommandLineTool
import Locks
import Testing

@Suite("Progress bar")
struct ProgressBarTests {
  private final class Screen: Sendable {
    private let state = Mutex((text: "", time: ContinuousClock.now))

    var text: String { state.withLock { $0.text } }
    var time: ContinuousClock.Instant { state.withLock { $0.time } }

    func write(_ text: String) { state.withLock { $0.text += text } }
    func wait(_ duration: Duration) { state.withLock { $0.time += duration } }
  }

  private func bar(on screen: Screen, isTerminal: Bool = true) -> ProgressBar {
    var terminal = Terminal(program: "test", output: { _ in }, message: { screen.write($0) })
    terminal.showsProgress = isTerminal
    return ProgressBar(total: 200, terminal: terminal) { screen.time }
  }

  @Test func barShowsTheShareOfCompletedWork() {
    #expect(ProgressBar.line(completed: 50, total: 200, width: 8) == "██░░░░░░ 25 %  50 of 200")
    #expect(ProgressBar.line(completed: 200, total: 200, width: 4) == "████ 100 %  200 of 200")
    #expect(ProgressBar.line(completed: 0, total: 0, width: 2) == "██ 100 %  0 of 0")
  }

  @Test func shortWorkDrawsNoBar() {
    let screen = Screen()
    let bar = bar(on: screen)
    bar.update(100)
    bar.finish()
    #expect(screen.text.isEmpty)
  }

  @Test func longWorkDrawsAndClearsTheBar() {
    let screen = Screen()
    let bar = bar(on: screen)
    screen.wait(.seconds(1))
    bar.update(100)
    bar.update(101)
    #expect(screen.text.hasSuffix("50 %  100 of 200"))
    bar.finish()
    #expect(screen.text.hasSuffix("\r\u{1B}[K"))
  }

  @Test func barShowsItsLabel() {
    let screen = Screen()
    let bar = bar(on: screen)
    screen.wait(.seconds(1))
    bar.update(1, of: 4, label: "Trip")
    #expect(screen.text.hasSuffix("25 %  1 of 4  Trip\u{1B}[K"))
  }

  @Test func barIsNotDrawnWithoutATerminal() {
    let screen = Screen()
    let bar = bar(on: screen, isTerminal: false)
    screen.wait(.seconds(1))
    bar.update(100)
    bar.finish()
    #expect(screen.text.isEmpty)
  }

  @Test(arguments: [
    (80, "███████████████░░░░░░░░░░░░░░░  500 of 1000"), (20, "███░░░  500 of 1000"),
    (16, "500 of 1000"), (10, "500 of 10"), (1, ""),
  ])
  func progressFitsOnTheLine(_ columns: Int, _ expected: String) {
    #expect(
      ProgressBar.line(500, of: 1_000, showsPercentage: false, columns: columns) == expected)
  }
}
