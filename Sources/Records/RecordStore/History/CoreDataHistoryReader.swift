import CoreDataFormat
import Foundation
import SQLCore

/// Reads and deletes history in the tables that Core Data uses for it.
///
/// The columns of these tables are read only once.
package final class CoreDataHistoryReader: HistoryReader {
  private let session: RecordSession
  private let schema: RecordSchema
  private let layout: HistoryLayout
  private var knownTable: HistoryTransactionTable??

  package init(_ session: RecordSession, _ schema: RecordSchema, _ layout: HistoryLayout) {
    (self.session, self.schema, self.layout) = (session, schema, layout)
  }

  /// Returns the columns of the transaction table; nil for a store without history.
  private func table() throws -> HistoryTransactionTable? {
    if let knownTable { return knownTable }
    let columns = try session.reporting {
      try session.connection.rows(HistoryStatements.columns)
    }
    let table = HistoryTransactionTable(
      columns, tombstones: layout.tombstoneCount, store: session.store.identifier)
    // The tables may still be created, with the first transaction that is recorded.
    if table != nil { knownTable = .some(table) }
    return table
  }

  package func forEach(
    _ selection: Selection, _ body: (RecordTransaction) throws -> Bool
  ) throws {
    guard let table = try table() else { return }
    let rows = HistoryRows(session, schema, layout, tombstoneCount: table.tombstones.count)
    try session.read(table.changes(selection)) { statement in
      try rows.forEach(statement, value: { row, place, _ in row.value(place) }, body)
    }
  }

  package func numbers(_ selection: Selection) throws -> [Int64] {
    guard let table = try table() else { return [] }
    return try session.read(table.numbers(selection)) { statement in
      var numbers: [Int64] = []
      while try statement.step() { numbers.append(statement.row.int64(0)) }
      return numbers
    }
  }

  package func tokenRange() throws -> ClosedRange<Int64>? {
    guard try table() != nil else { return nil }
    let row = try session.reporting { try session.connection.rows(HistoryStatements.bounds) }[0]
    func number(_ place: Int) -> Int64? {
      if case .integer(let number) = row[place] { number } else { nil }
    }
    let last = max(number(1) ?? 0, number(2) ?? 0, 0)
    let first = number(0).map { $0 - 1 } ?? last
    return max(0, min(first, last))...last
  }

  package func delete(_ numbers: [Int64]) throws {
    guard !numbers.isEmpty else { return }
    try session.transaction {
      for statement in HistoryStatements.delete(numbers) { try session.run(statement) }
    }
  }
}
