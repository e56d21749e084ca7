/// A table of texts whose columns are as wide as their contents.
package struct TextTable: Sendable {
  private let header: [String]
  /// The columns that are aligned to the right, as numbers are.
  private let rightAligned: Set<Int>
  private var rows: [[String]] = []

  package init(_ header: [String], rightAligned: Set<Int> = []) {
    (self.header, self.rightAligned) = (header, rightAligned)
  }

  package mutating func append(_ row: [String]) { rows.append(row) }

  /// Prints the lines of the table.
  ///
  /// - Throws: `OutputError`.
  package func print(on terminal: Terminal) throws {
    for line in lines(terminal) { try terminal.print(line) }
  }

  /// The lines of the table, none wider than the terminal.
  package func lines(_ terminal: Terminal) -> [String] {
    let cells = ([header] + rows).map { $0.map { Self.plain($0, terminal.columns) } }
    let widths = Self.fitting(
      header.indices.map { column in
        cells.map { column < $0.count ? $0[column].displayWidth : 0 }.max() ?? 0
      }, terminal.columns)
    var lines = cells.map { line($0, widths, isCut: terminal.columns != nil) }
    lines[0] = terminal.styled(lines[0], .bold)
    return lines
  }

  private func line(_ cells: [String], _ widths: [Int], isCut: Bool) -> String {
    zip(cells.indices, cells).map { column, cell -> String in
      let text = isCut ? cell.shortened(to: widths[column]) : cell
      guard rightAligned.contains(column) else { return text.padded(to: widths[column]) }
      return String(repeating: " ", count: max(0, widths[column] - text.displayWidth)) + text
    }.joined(separator: "  ").withoutTrailingSpaces
  }

  /// Replaces line breaks, which would end the row, and control characters.
  ///
  /// - Parameters:
  ///   - text: A text of any length.
  ///   - columns: The width of the terminal, beyond which nothing is visible; nil to keep all of
  ///     the text.
  /// - Returns: The text for a cell.
  private static func plain(_ text: String, _ columns: Int?) -> String {
    // Some characters have no width.
    let part = columns.map { String(text.prefix(4 * $0 + 4)) } ?? text
    return part.replacing("\r\n", with: "⏎").replacing("\n", with: "⏎").replacing("\t", with: " ")
      .printable
  }

  /// The minimum width of a terminal for a table that shows something of each column.
  package static func leastWidth(of header: [String]) -> Int {
    header.reduce(2 * (header.count - 1)) { $0 + min(least, max(1, $1.displayWidth)) }
  }

  private static let least = 4
  /// The maximum width to which columns are aligned if nothing is cut: otherwise one long text
  /// would widen every row.
  private static let greatest = 1_000

  /// Shrinks the widest columns until the table fits the terminal.
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
