import CodableStorage
import CoreDataFormat
import RecordStore
import SQLCore

extension RecordStoreSession: SetOperationSession {
  func read<Result>(
    _ columns: [SQLFragment], of plan: FetchPlan, _ body: (any RowCursor) throws -> Result
  ) throws -> Result {
    let list = columns.joined(separator: ", ")
    return try records.read(plan.rows().rowStatement(selecting: list)) { try body($0) }
  }

  func read<Result>(
    _ aggregates: RowAggregates, of plan: FetchPlan, _ body: (any RowCursor) throws -> Result
  ) throws -> Result {
    let source = try plan.rows().source(of: aggregates.columns)
    var query: SQLFragment = "SELECT \(aggregates.terms.joined(separator: ", "))\(source)"
    if !aggregates.groups.isEmpty {
      query.append(" GROUP BY \(aggregates.groups.joined(separator: ", "))")
      query.append(" ORDER BY \(aggregates.order.joined(separator: ", "))")
    }
    return try records.read(query) { try body($0) }
  }

  func query<Result>(
    _ statement: SQLFragment, _ body: (any PreparedStatement) throws -> Result
  ) throws -> Result { try records.query(statement, body) }

  func explain(_ statement: SQLFragment, measures: Bool) throws -> ExplainedStatement {
    try records.explain(statement, measures: measures)
  }

  func explain(_ plan: FetchPlan, measures: Bool) throws -> ExplainedStatement {
    let range = plan.isExact ? plan.range : nil
    return try explain(plan.rows().selectStatement(range: range), measures: measures)
  }

  func perform(
    _ update: some RowUpdateSource, by author: String?
  ) throws -> [(key: Int64, entity: Int64)] {
    var run = try RowUpdateRun(update, records)
    try records.transaction { try run.perform(by: author) }
    return run.updatedRows
  }
}

/// One update of rows, within its transaction.
private struct RowUpdateRun<Source: RowUpdateSource> {
  private(set) var updatedRows: [(key: Int64, entity: Int64)] = []

  private let source: Source
  private let records: RecordSession
  private let statement: FetchStatement
  private let assignments: [(column: SQLFragment, value: SQLFragment)]

  private var binding: EntityBinding { source.plan.binding }
  /// The columns that identify a row.
  private var id: RowIdentity { binding.record.identity }
  private var table: SQLFragment { .table(binding.table.table) }

  init(_ source: Source, _ records: RecordSession) throws {
    (self.source, self.records) = (source, records)
    statement = try source.plan.rows()
    assignments = source.assignments
  }

  mutating func perform(by author: String?) throws {
    updatedRows = []
    try binding.record.checkWritable()
    let condition = try condition(source.selection())
    do {
      try updateAtOnceOrInSteps(where: condition)
    } catch let error as SQLError where error.kind == .outOfRange {
      throw source.resultDoesNotFit(error)
    }
    guard
      let history = records.store.historyWriter(
        for: records, author: author, expecting: updatedRows.count)
    else { return }
    let properties = source.assignedProperties
    try history.noteUpdates(updatedRows.map { ($0.key, properties) }, binding.record)
    try history.finish()
  }

  private func condition(_ selection: RowSelection) -> SQLFragment {
    switch selection {
    case .only(let keys): isOne(of: keys)
    case .without(let keys):
      [statement.plainCondition, keys.isEmpty ? nil : "\(name: id.key) \(.isNone(of: keys))"]
        .compactMap(\.self).joined(separator: " AND ")
    }
  }

  private func isOne(of keys: [Int64]) -> SQLFragment {
    MemberQuery.isOne(of: keys, .name(id.key))
  }

  private mutating func updateAtOnceOrInSteps(where condition: SQLFragment) throws {
    guard source.mayPassThrough else { return try update(where: condition) }
    do {
      if records.connection.features.failureEndsTransaction {
        // Within a transaction, this is a savepoint, after which the transaction can continue.
        try records.connection.transaction { try update(where: condition) }
      } else {
        try update(where: condition)
      }
    } catch let error as SQLError where error.kind == .uniqueViolation {
      try updateInSteps(where: condition)
    }
  }

  private mutating func update(where condition: SQLFragment) throws {
    let list = assignments.map { column, value -> SQLFragment in "\(column) = \(value)" }
    var query: SQLFragment = "UPDATE \(table) SET \(raw: id.raisedVersion), "
    query.append(list.joined(separator: ", "))
    if !condition.isEmpty { query.append(" WHERE \(condition)") }
    let result = [.name(id.key), .name(id.entity)] + assignments.map(\.column)
    query.append(" RETURNING \(result.joined(separator: ", "))")
    let statement = try records.prepare(query)
    defer { statement.reset() }
    while try statement.step() { try note(statement.row) }
  }

  /// Updates the rows one by one, after setting the columns in question to NULL in all of them.
  private mutating func updateInSteps(where condition: SQLFragment) throws {
    updatedRows = []
    let terms = assignments.map { $0.value.typed() }.joined(separator: ", ")
    var query: SQLFragment = "SELECT \(name: id.key), \(name: id.entity), \(terms) FROM \(table)"
    if !condition.isEmpty { query.append(" WHERE \(condition)") }
    let rows = try rows(of: query)
    let cleared = assignments.map { column, _ -> SQLFragment in "\(column) = NULL" }
    let keys = isOne(of: rows.map { SQLValueRow($0).int64(0) })
    try records.run("UPDATE \(table) SET \(cleared.joined(separator: ", ")) WHERE \(keys)")
    for row in rows {
      let list = zip(assignments, row.dropFirst(2)).map { assignment, value -> SQLFragment in
        "\(assignment.column) = \(value)"
      }.joined(separator: ", ")
      try records.run(
        "UPDATE \(table) SET \(raw: id.raisedVersion), \(list) WHERE \(name: id.key) = \(row[0])")
      try note(SQLValueRow(row))
    }
  }

  private func rows(of query: SQLFragment) throws -> [[SQLValue]] {
    let statement = try records.prepare(query)
    defer { statement.reset() }
    var rows: [[SQLValue]] = []
    while try statement.step() {
      rows.append((0..<statement.columnCount).map(statement.row.value))
    }
    return rows
  }

  private mutating func note(_ row: any RowReader) throws {
    try source.note(row)
    let key = row.int64(0)
    guard key > 0 else { throw binding.impossibleKey(key) }
    updatedRows.append((key, row.int64(1)))
  }
}
