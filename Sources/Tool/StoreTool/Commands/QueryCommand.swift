import CommandLineTool
import RecordStore

/// `query`.
struct QueryCommand: ToolCommand {
  static let help = CommandHelp(
    "query", "Find rows of an entity by conditions on its properties.",
    discussion: """
      Conditions compare properties by name with values:
        title == "Dune" and pages > 100        author.name beginsWith "A"
        date >= 2024-01-31 or date == nil      not (label in ("a", "b"))
        any tags (label contains[c] "x")       tags.count > 2     @key == 12
        title like "D?n*"                      title matches[c] "d[uo]ne( \\d+)?"
      Write texts in " or ', dates in ISO 8601, and names that are words of the language in `. A property
      without a value is never equal to, less than or greater than anything, but it is unequal (!=).
      Without --sort, rows are in the order of their keys; --after with the last @key shows the next ones.
      A table shows 50 rows by default; JSON and CSV show all. Values in files beside the store are not
      shown; “export” writes them. If a terminal is too narrow for all columns, each row is shown as
      lines, as with --format lines.

      --columns also accepts columns of related rows: author.name. With --aggregate, the command shows
      aggregates instead of rows, either of all rows or for each value of the columns in --group-by:
        --aggregate 'count,sum(pages),avg(price),min(date),max(date)' --group-by author.name
      """,
    arguments: [.store, CommandArgument("ENTITY", .text, "The name of an entity.")],
    options: [
      CommandOption("where", value: "CONDITION", "Show the rows that match this condition."),
      CommandOption(
        "sort", value: "NAMES",
        "Sort by these properties; - before a name sorts in descending order."),
      CommandOption("limit", value: "COUNT", "Show at most this many rows."),
      CommandOption("after", value: "KEY", "Show rows with greater keys than this one."),
      CommandOption("columns", value: "NAMES", "Show these columns, separated by commas."),
      CommandOption(
        "aggregate", value: "LIST", "Show count, sum(X), avg(X), min(X) or max(X) instead of rows."),
      CommandOption("group-by", value: "NAMES", "Show aggregates for each value of these columns."),
      .format(RecordFormat.allCases.map(\.rawValue)),
      CommandOption("count", "Show only the number of rows."),
      .model,
    ],
    examples: [
      #"swiftdata query default.store Task --where 'title contains[c] "walk"' --sort -date"#,
      "swiftdata query Photos.sqlite Asset --columns @key,filename --format csv",
    ])

  private static let tableLimit = 50

  private let arguments: Arguments
  /// Nil for a table, or for lines if the terminal is too narrow for a table.
  private let format: RecordFormat?
  private let limit: Int?
  private let after: Int

  init(_ arguments: Arguments) throws {
    self.arguments = arguments
    after = try arguments.count("after") ?? 0
    guard after == 0 || arguments["sort"] == nil else {
      throw ToolError.usage(
        "--after cannot be used with --sort, because it continues in the order of the keys.",
        advice: "Leave one of them out.")
    }
    format = arguments["format"].flatMap(RecordFormat.init)
    limit = try arguments.count("limit")
  }

  func run(in session: ToolSession) throws -> ExitStatus {
    let store = try session.kinds.open(arguments.words[0])
    let entity = try store.entity(arguments.words[1])
    var query = RecordQuery(entity.name)
    query.readsFiles = false
    query.after = Int64(after)
    let meaning = ConditionMeaning(store.engine)
    if let text = arguments["where"] {
      query.condition = try Self.explaining(text, "where") {
        try meaning.condition(text, of: entity.name)
      }
    }
    if let text = arguments["sort"] {
      query.order = try Self.explaining(text, "sort") { try meaning.order(text, of: entity.name) }
    }
    guard !arguments.has("count") else {
      let count = try store.engine.atOneMoment { try store.engine.count(query) }
      try session.terminal.print("\(count)")
      return .good
    }
    if arguments.has("aggregate") || arguments.has("group-by") {
      return try aggregate(query, entity, store.engine, session.terminal)
    }
    let columns =
      try arguments["columns"].map { try RecordColumn.columns($0, of: entity) }
      ?? RecordColumn.all(of: entity)
    let format =
      self.format ?? (RecordWriterText.fits(columns, session.terminal) ? .table : .lines)
    // Reads one row more to find out whether the result was cut.
    let shown = limit ?? (self.format ?? .table == .table ? Self.tableLimit : nil)
    query.limit = limit ?? shown.map { $0 + 1 }
    let writer = RecordWriterText(format, columns, session.terminal)
    // A text search may execute a separate statement.
    let isCut = try store.engine.atOneMoment {
      try writer.write(limit: shown) {
        try RelatedValues(store.engine).forEachRow(query, columns, $0)
      }
    }
    if isCut, let shown {
      session.terminal.note("There are more rows than these \(shown). Use --limit to show more.")
    }
    return .good
  }

  private func aggregate(
    _ query: RecordQuery, _ entity: RecordEntity, _ engine: RecordEngine, _ terminal: Terminal
  ) throws -> ExitStatus {
    for option in ["columns", "sort"] where arguments.has(option) {
      throw ToolError.usage(
        "--\(option) cannot be used with --aggregate or --group-by.",
        advice: "Leave it out. Groups are sorted by their values.")
    }
    let groups = try arguments["group-by"].map { try RecordColumn.columns($0, of: entity) } ?? []
    let wanted = try RecordAggregate.list(arguments["aggregate"] ?? "count", of: entity)
    var table = AggregateTable(groups, wanted)
    var query = query
    query.limit = nil
    try engine.atOneMoment {
      try RelatedValues(engine).forEachRow(query, table.columns) { table.add($0) }
    }
    let rows = try table.rows()
    let writer = RecordWriterText(format ?? .table, table.titles, terminal)
    let isCut = try writer.write(limit: limit) { try rows.forEach($0) }
    if isCut, let limit {
      terminal.note("There are more groups than these \(limit). Use --limit to show more.")
    }
    return .good
  }

  /// Runs `body`, and shows the position of a syntax error in the text.
  static func explaining<Result>(
    _ text: String, _ option: String, _ body: () throws -> Result
  ) throws -> Result {
    do {
      return try body()
    } catch let error as ConditionError {
      let pointer = String(repeating: " ", count: max(0, error.column - 1)) + "^"
      throw ToolError.usage(
        "--\(option), column \(error.column): \(error.message)", advice: "  \(text)\n  \(pointer)")
    }
  }
}

/// A format for showing records.
enum RecordFormat: String, CaseIterable {
  case table, json, jsonl, csv, lines
}
