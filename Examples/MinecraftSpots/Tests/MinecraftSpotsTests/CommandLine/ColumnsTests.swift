import ExampleSupport
import Testing

@testable import spots

@Suite("Columns")
struct ColumnsTests {
  private func lines(_ rows: [[Columns.Cell]], width: Int? = nil, color: Bool = false) -> [String] {
    var terminal = Terminal(program: "spots", output: { _ in }, message: { _ in })
    terminal.columns = width
    terminal.usesColor = color
    return Columns(rows: rows).lines(on: terminal)
  }

  @Test func wideCharactersAreAligned() {
    #expect(
      lines([
        [.number("5"), Columns.Cell("村"), Columns.Cell("x")],
        [.number("-120"), Columns.Cell("abc"), Columns.Cell("y")],
      ]) == ["   5  村   x", "-120  abc  y"])
  }

  @Test func emptyColumnsAndTrailingSpaceAreLeftOut() {
    #expect(
      lines([
        [Columns.Cell("a"), Columns.Cell(""), Columns.Cell("b")],
        [Columns.Cell("ccc"), Columns.Cell(""), Columns.Cell("")],
      ]) == ["a    b", "ccc"])
    #expect(lines([]).isEmpty)
  }

  @Test func lastColumnIsCutAtTheTerminalWidth() {
    #expect(lines([[Columns.Cell("ab"), Columns.Cell("村村村")]], width: 8) == ["ab  村…"])
    #expect(lines([[Columns.Cell("abcdef"), Columns.Cell("x")]], width: 4) == ["abcdef"])
  }

  @Test func colorCodesDoNotCountAsWidth() {
    #expect(
      lines([[Columns.Cell("a", .yellow), Columns.Cell("b")]], width: 4, color: true)
        == ["\u{1B}[33ma\u{1B}[0m  b"])
  }
}
