import TerminalText

/// Rows of texts in columns that are as wide as what stands in them.
package struct TextTable: Sendable {
  package var header: [String]
  /// The columns whose texts stand at the right, as numbers do.
  package var rightAligned: Set<Int> = []
  package private(set) var rows: [[String]] = []

  package init(_ header: [String]) { self.header = header }

  package mutating func append(_ row: [String]) { rows.append(row) }

  /// The lines, of which none is wider than the console.
  package func lines(_ console: Console) -> [String] {
    let cells = ([header] + rows).map { $0.map { Self.plain($0, console.columns) } }
    let widths = Self.fitting(
      header.indices.map { column in
        cells.map { column < $0.count ? $0[column].displayWidth : 0 }.max() ?? 0
      }, console.columns)
    var lines = cells.map { line($0, widths, isCut: console.columns != nil) }
    lines[0] = console.styled(lines[0], .bold)
    return lines
  }

  private func line(_ cells: [String], _ widths: [Int], isCut: Bool) -> String {
    zip(cells.indices, cells).map { column, cell -> String in
      let text = isCut ? cell.shortened(to: widths[column]) : cell
      guard rightAligned.contains(column) else { return text.padded(to: widths[column]) }
      return String(repeating: " ", count: max(0, widths[column] - text.displayWidth)) + text
    }.joined(separator: "  ").withoutTrailingSpaces
  }

  /// Line breaks would end the row, and other signs steer the terminal.
  ///
  /// - Parameters:
  ///   - text: A text of any length.
  ///   - columns: The width of the terminal, beyond which there is nothing to see; nil for all of the text.
  /// - Returns: What may stand in a row.
  private static func plain(_ text: String, _ columns: Int?) -> String {
    // Some characters take no room.
    let part = columns.map { String(text.prefix(4 * $0 + 4)) } ?? text
    return part.replacing("\r\n", with: "⏎").replacing("\n", with: "⏎").replacing("\t", with: " ")
      .printable
  }

  /// How many columns of a terminal a table takes that shows something of each of its own.
  static func leastWidth(of header: [String]) -> Int {
    header.reduce(2 * (header.count - 1)) { $0 + min(least, max(1, $1.displayWidth)) }
  }

  private static let least = 4
  /// How far columns are aligned where nothing is cut: one long text would make every row as long.
  private static let greatest = 1_000

  /// Takes from the widest columns what the console lacks.
  private static func fitting(_ widths: [Int], _ columns: Int?) -> [Int] {
    guard let columns else { return widths.map { min($0, greatest) } }
    var widths = widths
    var excess = widths.reduce(2 * (widths.count - 1), +) - columns
    while excess > 0, let widest = widths.indices.max(by: { widths[$0] < widths[$1] }),
      widths[widest] > least
    {
      let second = widths.enumerated().filter { $0.offset != widest }.map(\.element).max() ?? 0
      let cut = max(1, min(excess, widths[widest] - max(least, second)))
      widths[widest] -= cut
      excess -= cut
    }
    return widths
  }
}
