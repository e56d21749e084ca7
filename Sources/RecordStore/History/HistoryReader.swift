import CoreDataFormat
import Foundation
import SQLCore
import SwiftDataErrors

/// Reads the history of a store, and forgets parts of it.
package struct HistoryReader {
  private let session: RecordSession
  private let schema: RecordSchema
  private let layout: HistoryLayout

  private typealias Column = HistoryStatements.ReadColumn

  package init(_ session: RecordSession, _ schema: RecordSchema, _ layout: HistoryLayout) {
    (self.session, self.schema, self.layout) = (session, schema, layout)
  }

  /// The transactions after one, with all their changes; executes two statements.
  ///
  /// - Parameters:
  ///   - number: The number of the last transaction that is known; 0 for none.
  ///   - limit: How many changes to read at most; the last transaction is given whole. Nil for all.
  /// - Returns: Transactions in the order in which they were made; none for a store without history.
  /// - Throws: What the store throws.
  package func transactions(
    after number: Int64 = 0, limit: Int? = nil
  ) throws -> [RecordTransaction] {
    let columns = try session.reporting {
      try session.connection.rows(HistoryStatements.changeColumns)
    }.compactMap { $0.first?.text }
    guard HistoryStatements.areChanges(columns) else { return [] }
    let tombstones = HistoryStatements.tombstones(layout.tombstoneCount, among: columns)
    let names = Dictionary(
      session.store.tables.entities.map { (Int64($0.number), $0.name) }, uniquingKeysWith: { $1 })
    return try session.read(
      HistoryStatements.changes(after: number, tombstones: tombstones)
    ) { statement in
      var transactions: [RecordTransaction] = []
      var changes: [RecordTransaction.Change] = []
      var count = 0
      var open: (number: Int64, date: Date, author: String?, process: String?, bundle: String?)?
      func close() {
        guard let known = open else { return }
        transactions.append(
          RecordTransaction(
            number: known.number, date: known.date, author: known.author, bundle: known.bundle,
            process: known.process, changes: changes))
        changes = []
      }
      while try statement.step() {
        let row = statement.row
        if open?.number != row.int64(Column.transaction) {
          close()
          open = nil
          if let limit, count >= limit { return transactions }
          open = (
            row.int64(Column.transaction),
            row.dateIfPresent(Column.date) ?? Date(timeIntervalSinceReferenceDate: 0),
            row.stringIfPresent(Column.author), row.stringIfPresent(Column.process),
            row.stringIfPresent(Column.bundle)
          )
        }
        count += 1
        if let change = change(row, names, tombstones.count) { changes.append(change) }
      }
      close()
      return transactions
    }
  }

  private func change(
    _ row: any RowReader, _ names: [Int64: String], _ tombstoneCount: Int
  ) -> RecordTransaction.Change? {
    let number = row.int64(Column.entity)
    // Changes of entities that a migration removed are nobody's.
    guard let name = names[number], let entity = schema.entity(named: name) else { return nil }
    let kind: RecordTransaction.Change.Kind
    switch row.int64(Column.type) {
    case 0: kind = .insertion
    case 1: kind = .update
    default: kind = .deletion
    }
    let properties =
      kind == .update
      ? layout.changedColumns(of: Int(number))?.properties(in: row.data(Column.changed)) ?? [] : []
    var tombstone: [String: RecordValue] = [:]
    if kind == .deletion {
      for (place, attribute) in layout.preservedAttributes(of: Int(number)).enumerated()
      where place < tombstoneCount {
        guard case .attribute(let column)? = entity.table.properties[attribute] else { continue }
        tombstone[attribute] = RecordValue(
          row.value(Column.firstTombstone + place), type: column.type)
      }
    }
    return RecordTransaction.Change(
      number: row.int64(Column.change), kind: kind, entity: name, key: row.int64(Column.key),
      properties: properties,
      tombstone: tombstone)
  }

  /// Forgets transactions with their changes; what holds no tables of a history has none.
  ///
  /// - Parameter numbers: The numbers of the transactions.
  /// - Throws: `SwiftDataError` when the store cannot be written.
  package func delete(_ numbers: [Int64]) throws {
    guard !numbers.isEmpty else { return }
    try session.checkWritable()
    try session.reporting {
      try session.store.withWriterLock {
        try session.connection.transaction {
          try session.checkSchema()
          for statement in HistoryStatements.delete(numbers) { try session.run(statement) }
        }
      }
      session.noteOwnChanges()
    }
  }
}
