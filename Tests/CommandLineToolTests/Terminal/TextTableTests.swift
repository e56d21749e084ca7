import CommandLineTool
import Testing

@Suite("Tables of texts")
struct TextTableTests {
  private let terminal = Terminal(program: "swiftdata", output: { _ in }, message: { _ in })

  @Test func tableColumnsAreAlignedByWidth() {
    var table = TextTable(["Name", "Count"], rightAligned: [1])
    table.append(["日本", "7"])
    table.append(["a\nb", "100"])
    #expect(table.lines(terminal) == ["Name  Count", "日本      7", "a⏎b     100"])
  }

  @Test func tablesAreCutToTheTerminal() {
    var narrow = terminal
    narrow.columns = 24
    var table = TextTable(["Title", "Note"])
    table.append([String(repeating: "x", count: 40), String(repeating: "ü", count: 40)])
    #expect(table.lines(narrow).allSatisfy { $0.displayWidth <= 24 })
  }

  /// One long text must not widen every row.
  @Test func longTextsDoNotWidenEveryRow() {
    var table = TextTable(["a", "b"])
    table.append([String(repeating: "x", count: 100_000), "y"])
    for _ in 0..<50 { table.append(["short", "z"]) }
    let lines = table.lines(terminal)
    #expect(lines[1].count == 100_003)
    #expect(lines[2].count < 2_000)
  }
}
