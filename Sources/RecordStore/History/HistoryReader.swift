import CoreDataFormat
import Foundation
import SQLCore
import SwiftDataErrors

/// Reads the history of a store, and forgets parts of it.
package struct HistoryReader {
  private let session: RecordSession
  private let schema: RecordSchema
  private let layout: HistoryLayout

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
      try session.connection.rows("SELECT name FROM pragma_table_info('ACHANGE')")
    }.compactMap { $0.first?.text }
    guard columns.contains("ZTRANSACTIONID") else { return [] }
    let tombstones = (0..<layout.tombstoneCount).map { "ZTOMBSTONE\($0)" }
      .filter(columns.contains)
    let names = Dictionary(
      session.store.tables.entities.map { (Int64($0.number), $0.name) }, uniquingKeysWith: { $1 })
    let list = tombstones.map { ", C.\($0)" }.joined()
    return try session.read(
      """
      SELECT T.Z_PK, T.ZTIMESTAMP, A.ZNAME, P.ZNAME, C.ZCHANGETYPE, C.ZENTITY, C.ZENTITYPK, C.ZCOLUMNS, \
      C.Z_PK, B.ZNAME\
      \(raw: list) \
      FROM ATRANSACTION T JOIN ACHANGE C ON C.ZTRANSACTIONID = T.Z_PK \
      LEFT JOIN ATRANSACTIONSTRING A ON A.Z_PK = T.ZAUTHORTS \
      LEFT JOIN ATRANSACTIONSTRING P ON P.Z_PK = T.ZPROCESSIDTS \
      LEFT JOIN ATRANSACTIONSTRING B ON B.Z_PK = T.ZBUNDLEIDTS \
      WHERE T.Z_PK > \(SQLValue.integer(number)) ORDER BY T.Z_PK, C.Z_PK
      """
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
        if open?.number != row.int64(0) {
          close()
          open = nil
          if let limit, count >= limit { return transactions }
          open = (
            row.int64(0), row.dateIfPresent(1) ?? Date(timeIntervalSinceReferenceDate: 0),
            row.stringIfPresent(2), row.stringIfPresent(3), row.stringIfPresent(9)
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
    let number = row.int64(5)
    // Changes of entities that a migration removed are nobody's.
    guard let name = names[number], let entity = schema.entity(named: name) else { return nil }
    let kind: RecordTransaction.Change.Kind
    switch row.int64(4) {
    case 0: kind = .insertion
    case 1: kind = .update
    default: kind = .deletion
    }
    let properties =
      kind == .update
      ? layout.changedColumns(of: Int(number))?.properties(in: row.data(7)) ?? [] : []
    var tombstone: [String: RecordValue] = [:]
    if kind == .deletion {
      for (place, attribute) in layout.preservedAttributes(of: Int(number)).enumerated()
      where place < tombstoneCount {
        guard case .attribute(let column)? = entity.table.properties[attribute] else { continue }
        tombstone[attribute] = RecordValue(row.value(10 + place), type: column.type)
      }
    }
    return RecordTransaction.Change(
      number: row.int64(8), kind: kind, entity: name, key: row.int64(6), properties: properties,
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
          try session.run("DELETE FROM ACHANGE WHERE ZTRANSACTIONID \(.isOne(of: numbers))")
          try session.run("DELETE FROM ATRANSACTION WHERE Z_PK \(.isOne(of: numbers))")
        }
      }
      session.noteOwnChanges()
    }
  }
}
