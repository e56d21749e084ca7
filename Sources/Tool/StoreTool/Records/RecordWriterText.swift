import CommandLineTool
import RecordStore

/// Writes records one after the other, in one of several formats.
struct RecordWriterText {
  private let format: RecordFormat
  private let columns: [RecordColumn]
  private let terminal: Terminal
  /// The quoted names of JSON members.
  private let names: [String]

  init(_ format: RecordFormat, _ columns: [RecordColumn], _ terminal: Terminal) {
    (self.format, self.columns, self.terminal) = (format, columns, terminal)
    names = columns.map { JSONValue.quoted($0.title) + ":" }
  }

  /// Writes the rows that `rows` passes on, each as the values of the columns.
  ///
  /// - Parameters:
  ///   - limit: The maximum number of rows to write; nil for all.
  ///   - rows: Passes each row to its argument.
  /// - Returns: Whether there were more rows than the limit.
  /// - Throws: Errors of `rows`, and `ToolError` if the results cannot be written.
  func write(limit: Int?, _ rows: (([RecordValue]) throws -> Void) throws -> Void) throws -> Bool {
    var table = TextTable(
      columns.map(\.title), rightAligned: Set(columns.indices.filter { columns[$0].isNumber }))
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
      case .json: try terminal.write((count > 0 ? ",\n" : "") + "  " + json(values))
      case .jsonl: try terminal.print(json(values))
      case .csv:
        let fields = values.map(RecordText.field)
        try terminal.write(fields.joined(separator: ",") + "\r\n")
      }
      count += 1
    }
    switch format {
    case .table: try table.print(on: terminal)
    case .json: try terminal.print(count > 0 ? "\n]" : "]")
    case .jsonl, .csv, .lines: break
    }
    return isCut
  }

  /// Whether a table has room for something of every column.
  static func fits(_ columns: [RecordColumn], _ terminal: Terminal) -> Bool {
    guard let width = terminal.columns else { return true }
    return TextTable.leastWidth(of: columns.map(\.title)) <= width
  }

  /// Writes one row with a line for each value, after an empty line unless it is the first.
  private func writeLines(_ values: [RecordValue], isFirst: Bool) throws {
    if !isFirst { try terminal.print("") }
    for (column, value) in zip(columns, values) {
      let name = terminal.styled(column.title.printable + ":", .bold)
      let lines =
        value.isNull ? [terminal.styled("nil", .dim)] : RecordText.cell(value).printableLines
      try terminal.print("\(name) \(lines.joined(separator: "\n    "))")
    }
  }

  private func begin() throws {
    switch format {
    case .json: try terminal.print("[")
    case .csv:
      try terminal.write(
        columns.map { RecordText.quoted($0.title) }.joined(separator: ",") + "\r\n")
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
