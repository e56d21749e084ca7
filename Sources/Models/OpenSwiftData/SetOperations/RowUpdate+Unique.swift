import CodableStorage
import CoreDataFormat
import RecordStore
import SQLCore

extension RowUpdate {
  /// Whether computed unique values may collide temporarily.
  ///
  /// SQLite checks uniqueness after each row, and `code + 1` may be the code of a row that is not
  /// updated yet.
  var mayPassThrough: Bool {
    let unique = Set(binding.uniqueness.joined())
    return targets.contains { $0.assignment.isComputed && unique.contains($0.property) }
  }

  /// Updates the rows one by one, after setting the columns in question to NULL in all of them.
  func updateInSteps(where condition: SQLFragment) throws {
    updatedRows = []
    newValues = []
    let table = SQLFragment.table(binding.table.table)
    let terms = targets.flatMap(\.terms).map { $0.typed() }.joined(separator: ", ")
    var query: SQLFragment = "SELECT \(name: id.key), \(name: id.entity), \(terms) FROM \(table)"
    if !condition.isEmpty { query.append(" WHERE \(condition)") }
    let rows = try rows(of: query)
    let cleared = columns.map { column -> SQLFragment in "\(column) = NULL" }
    let keys = isOne(of: rows.map { $0[0].integer })
    try run("UPDATE \(table) SET \(cleared.joined(separator: ", ")) WHERE \(keys)")
    for row in rows {
      let values = zip(columns, row.dropFirst(Self.leadingColumns))
        .map { column, value -> SQLFragment in "\(column) = \(value)" }
      let list = values.joined(separator: ", ")
      try run(
        "UPDATE \(table) SET \(raw: id.raisedVersion), \(list) WHERE \(name: id.key) = \(row[0])")
      try note(SQLValueRow(row))
    }
  }

  private func rows(of query: SQLFragment) throws -> [[SQLValue]] {
    let statement = try session.records.prepare(query)
    defer { statement.reset() }
    var rows: [[SQLValue]] = []
    while try statement.step() {
      rows.append((0..<statement.columnCount).map(statement.row.value))
    }
    return rows
  }

  private func run(_ query: SQLFragment) throws {
    let statement = try session.records.prepare(query)
    defer { statement.reset() }
    while try statement.step() {}
  }
}

extension SQLValue {
  fileprivate var integer: Int64 {
    if case .integer(let integer) = self { return integer }
    return 0
  }
}
