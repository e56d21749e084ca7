import CoreDataFormat
import Foundation
import SQLCore

/// One transaction of a store, as its history tells it.
package struct RecordTransaction: Hashable, Sendable {
  /// Its number, greater than those of all before it.
  package let number: Int64
  package let date: Date
  /// Who made it; nil where nobody said.
  package let author: String?
  /// The name of the program that made it.
  package let process: String?
  /// In the order in which they were made.
  package let changes: [Change]

  /// What became of one row.
  package struct Change: Hashable, Sendable {
    package enum Kind: Hashable, Sendable { case insertion, update, deletion }

    package let kind: Kind
    package let entity: String
    package let key: Int64
    /// The names of the properties that an update changed.
    package let properties: [String]
    /// What is kept of a deleted row, by the names of its attributes.
    package let tombstone: [String: RecordValue]
  }
}

extension RecordEngine {
  /// The transactions after one, with all their changes; executes two statements.
  ///
  /// - Parameters:
  ///   - number: The number of the last transaction that is known; 0 for none.
  ///   - limit: How many changes to read at most; the last transaction is given whole. Nil for all.
  /// - Returns: Transactions in the order in which they were made; none for a store without history.
  /// - Throws: What the store throws.
  package func history(after number: Int64 = 0, limit: Int? = nil) throws -> [RecordTransaction] {
    let layout = HistoryLayout(model, session.store.tableMap)
    let columns = try session.reporting {
      try session.connection.rows("SELECT name FROM pragma_table_info('ACHANGE')")
    }.compactMap { $0.first?.text }
    guard columns.contains("ZTRANSACTIONID") else { return [] }
    let tombstones = (0..<layout.tombstoneCount).map { "ZTOMBSTONE\($0)" }
      .filter(columns.contains)
    let names = entityNames
    let list = tombstones.map { ", C.\($0)" }.joined()
    return try session.read(
      """
      SELECT T.Z_PK, T.ZTIMESTAMP, A.ZNAME, P.ZNAME, C.ZCHANGETYPE, C.ZENTITY, C.ZENTITYPK, C.ZCOLUMNS\
      \(raw: list) \
      FROM ATRANSACTION T JOIN ACHANGE C ON C.ZTRANSACTIONID = T.Z_PK \
      LEFT JOIN ATRANSACTIONSTRING A ON A.Z_PK = T.ZAUTHORTS \
      LEFT JOIN ATRANSACTIONSTRING P ON P.Z_PK = T.ZPROCESSIDTS \
      WHERE T.Z_PK > \(SQLValue.integer(number)) ORDER BY T.Z_PK, C.Z_PK
      """
    ) { statement in
      var transactions: [RecordTransaction] = []
      var changes: [RecordTransaction.Change] = []
      var count = 0
      var open: (number: Int64, date: Date, author: String?, process: String?)?
      func close() {
        guard let known = open else { return }
        transactions.append(
          RecordTransaction(
            number: known.number, date: known.date, author: known.author, process: known.process,
            changes: changes))
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
            row.stringIfPresent(2), row.stringIfPresent(3)
          )
        }
        count += 1
        if let change = change(row, names, layout, tombstones.count) { changes.append(change) }
      }
      close()
      return transactions
    }
  }

  private func change(
    _ row: any RowReader, _ names: [Int64: String], _ layout: HistoryLayout, _ tombstoneCount: Int
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
        tombstone[attribute] = RecordValue(row.value(8 + place), type: column.type)
      }
    }
    return RecordTransaction.Change(
      kind: kind, entity: name, key: row.int64(6), properties: properties, tombstone: tombstone)
  }
}
