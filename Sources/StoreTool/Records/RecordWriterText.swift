import RecordStore

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

  /// Writes the records that `rows` gives.
  ///
  /// - Parameters:
  ///   - limit: How many are written at most; nil for all.
  ///   - rows: Gives each record to its argument.
  /// - Returns: Whether there were more than the limit.
  /// - Throws: What `rows` throws, and `ToolError` where the results cannot be written.
  func write(limit: Int?, _ rows: ((Record) throws -> Void) throws -> Void) throws -> Bool {
    var table = TextTable(columns.map(\.title))
    table.rightAligned = Set(columns.indices.filter { columns[$0].isNumber })
    var count = 0
    var isCut = false
    try begin()
    try rows { record in
      if let limit, count >= limit {
        isCut = true
        return
      }
      switch format {
      case .table: table.append(columns.map { RecordText.cell($0.value(of: record)) })
      case .json: try console.write((count > 0 ? ",\n" : "") + "  " + json(record))
      case .jsonl: try console.print(json(record))
      case .csv:
        let fields = columns.map { RecordText.field($0.value(of: record)) }
        try console.write(fields.joined(separator: ",") + "\r\n")
      }
      count += 1
    }
    switch format {
    case .table: for line in table.lines(console) { try console.print(line) }
    case .json: try console.print(count > 0 ? "\n]" : "]")
    case .jsonl, .csv: break
    }
    return isCut
  }

  private func begin() throws {
    switch format {
    case .json: try console.print("[")
    case .csv:
      try console.write(columns.map { RecordText.quoted($0.title) }.joined(separator: ",") + "\r\n")
    case .table, .jsonl: break
    }
  }

  private func json(_ record: Record) -> String {
    var text = "{"
    for (number, column) in columns.enumerated() {
      if number > 0 { text += "," }
      text += names[number]
      RecordText.json(column.value(of: record)).write(to: &text)
    }
    return text + "}"
  }
}
