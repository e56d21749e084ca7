import ExampleSupport

/// Lays out rows of text in columns, each as wide as its widest cell.
struct Columns {
  struct Cell {
    var text: String
    var style: Style?
    /// Whether the text is aligned to the right, as numbers are.
    var isRightAligned = false

    init(_ text: String, _ style: Style? = nil, isRightAligned: Bool = false) {
      self.text = text.printable
      self.style = style
      self.isRightAligned = isRightAligned
    }

    static func number(_ text: String?, _ style: Style? = nil) -> Cell {
      Cell(text ?? "", style, isRightAligned: true)
    }
  }

  private static let gap = 2

  var rows: [[Cell]]

  /// The lines, with the last column cut at the end of the terminal.
  func lines(on terminal: Terminal) -> [String] {
    let count = rows.map(\.count).max() ?? 0
    let widths = (0..<count).map { column in
      rows.map { column < $0.count ? $0[column].text.displayWidth : 0 }.max() ?? 0
    }
    // Empty columns take no space.
    let shown = widths.indices.filter { widths[$0] > 0 }
    return rows.map { row in
      line(shown.filter { $0 < row.count }.map { (row[$0], widths[$0]) }, on: terminal)
    }
  }

  private func line(_ cells: [(cell: Cell, width: Int)], on terminal: Terminal) -> String {
    guard let last = cells.last else { return "" }
    var line = ""
    var used = 0
    for (cell, width) in cells.dropLast() {
      line += styled(cell, padded(cell, to: width), on: terminal)
      line += String(repeating: " ", count: Self.gap)
      used += width + Self.gap
    }
    let room = terminal.columns.map { max(0, $0 - used) }
    let text = last.cell.isRightAligned ? padded(last.cell, to: last.width) : last.cell.text
    let tail = room.map { text.shortened(to: $0) } ?? text
    guard tail.isEmpty else { return line + styled(last.cell, tail, on: terminal) }
    return line.withoutTrailingSpaces
  }

  private func padded(_ cell: Cell, to width: Int) -> String {
    guard cell.isRightAligned else { return cell.text.padded(to: width) }
    return String(repeating: " ", count: max(0, width - cell.text.displayWidth)) + cell.text
  }

  private func styled(_ cell: Cell, _ text: String, on terminal: Terminal) -> String {
    cell.style.map { terminal.styled(text, $0) } ?? text
  }
}
