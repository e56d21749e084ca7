import ExampleSupport
import Testing

@Suite("Progress bar")
struct ProgressBarTests {
  private final class Screen {
    var text = ""
    var time = ContinuousClock.now
  }

  private func bar(on screen: Screen, isTerminal: Bool = true) -> ProgressBar {
    var terminal = Terminal(program: "test", output: { _ in }, message: { screen.text += $0 })
    terminal.showsProgress = isTerminal
    return ProgressBar(total: 200, terminal: terminal) { screen.time }
  }

  @Test func drawsShare() {
    #expect(ProgressBar.line(completed: 50, total: 200, width: 8) == "██░░░░░░ 25 %  50 of 200")
    #expect(ProgressBar.line(completed: 200, total: 200, width: 4) == "████ 100 %  200 of 200")
    #expect(ProgressBar.line(completed: 0, total: 0, width: 2) == "██ 100 %  0 of 0")
  }

  @Test func drawsNothingForShortWork() {
    let screen = Screen()
    var bar = bar(on: screen)
    bar.update(100)
    bar.finish()
    #expect(screen.text.isEmpty)
  }

  @Test func drawsAndClearsForLongWork() {
    let screen = Screen()
    var bar = bar(on: screen)
    screen.time = screen.time.advanced(by: .seconds(1))
    bar.update(100)
    bar.update(101)
    #expect(screen.text.hasSuffix("50 %  100 of 200"))
    bar.finish()
    #expect(screen.text.hasSuffix("\r\u{1B}[K"))
  }

  @Test func drawsNothingElsewhere() {
    let screen = Screen()
    var bar = bar(on: screen, isTerminal: false)
    screen.time = screen.time.advanced(by: .seconds(1))
    bar.update(100)
    bar.finish()
    #expect(screen.text.isEmpty)
  }
}
