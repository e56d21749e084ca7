import RecordStore
import TerminalText

/// Writes records in one of several forms, one after the other.
struct RecordWriterText {
  private let format: RecordFormat
  private let columns: [RecordColumn]
  private let console: Console
  /// The names of members, as JSON has them.
  private let names: [String]

  init(_ format: RecordFormat, _ columns: [RecordColumn], _ console: Console) {
    (self.format, self.columns, self.console) = (format, columns, console)
    names = columns.map { JSONValue.quoted($0.title) + ":" }
  }

  /// Writes the rows that `rows` gives, each as the values of the columns.
  ///
  /// - Parameters:
  ///   - limit: How many are written at most; nil for all.
  ///   - rows: Gives each row to its argument.
  /// - Returns: Whether there were more than the limit.
  /// - Throws: What `rows` throws, and `ToolError` where the results cannot be written.
  func write(limit: Int?, _ rows: (([RecordValue]) throws -> Void) throws -> Void) throws -> Bool {
    var table = TextTable(columns.map(\.title))
    table.rightAligned = Set(columns.indices.filter { columns[$0].isNumber })
    var count = 0
    var isCut = false
    try begin()
    try rows { values in
      if let limit, count >= limit {
        isCut = true
        return
      }
      switch format {
      case .table: table.append(values.map(RecordText.cell))
      case .lines: try writeLines(values, isFirst: count == 0)
      case .json: try console.write((count > 0 ? ",\n" : "") + "  " + json(values))
      case .jsonl: try console.print(json(values))
      case .csv:
        let fields = values.map(RecordText.field)
        try console.write(fields.joined(separator: ",") + "\r\n")
      }
      count += 1
    }
    switch format {
    case .table: for line in table.lines(console) { try console.print(line) }
    case .json: try console.print(count > 0 ? "\n]" : "]")
    case .jsonl, .csv, .lines: break
    }
    return isCut
  }

  /// Whether a table has room for something of every column.
  static func fits(_ columns: [RecordColumn], _ console: Console) -> Bool {
    guard let width = console.columns else { return true }
    return TextTable.leastWidth(of: columns.map(\.title)) <= width
  }

  /// One row, with a line for each value, and an empty line before it.
  private func writeLines(_ values: [RecordValue], isFirst: Bool) throws {
    if !isFirst { try console.print("") }
    for (column, value) in zip(columns, values) {
      let name = console.styled(column.title.printable + ":", .bold)
      let lines =
        value.isNull ? [console.styled("nil", .dim)] : RecordText.cell(value).printableLines
      try console.print("\(name) \(lines.joined(separator: "\n    "))")
    }
  }

  private func begin() throws {
    switch format {
    case .json: try console.print("[")
    case .csv:
      try console.write(columns.map { RecordText.quoted($0.title) }.joined(separator: ",") + "\r\n")
    case .table, .jsonl, .lines: break
    }
  }

  private func json(_ values: [RecordValue]) -> String {
    var text = "{"
    for (number, value) in values.enumerated() {
      if number > 0 { text += "," }
      text += names[number]
      RecordText.json(value).write(to: &text)
    }
    return text + "}"
  }
}
