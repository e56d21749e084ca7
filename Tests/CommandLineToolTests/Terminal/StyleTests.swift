import CommandLineTool
import Testing

@Suite("Text styles")
struct StyleTests {
  @Test func textIsColoredOnlyIfColorsAreEnabled() {
    var terminal = Terminal(program: "test", output: { _ in }, message: { _ in })
    #expect(terminal.styled("x", .red) == "x")
    terminal.usesColor = true
    #expect(terminal.styled("x", .red) == "\u{1B}[31mx\u{1B}[0m")
  }
}
