import CoreDataFormat
import Foundation
import SQLCore

/// Builds transactions from the rows of a history statement.
///
/// The statement returns one row for each change, in the order of the transactions.
package struct HistoryRows {
  private let schema: RecordSchema
  private let layout: HistoryLayout
  /// The names of the entities by number.
  private let names: [Int64: String]
  /// The number of tombstone columns.
  private let tombstoneCount: Int

  private typealias TransactionColumn = HistoryTransactionTable.Column
  private typealias ChangeColumn = HistoryTransactionTable.ChangeColumn

  package init(
    _ session: RecordSession, _ schema: RecordSchema, _ layout: HistoryLayout,
    tombstoneCount: Int
  ) {
    (self.schema, self.layout, self.tombstoneCount) = (schema, layout, tombstoneCount)
    names = Dictionary(
      session.store.tables.entities.map { (Int64($0.number), $0.name) }, uniquingKeysWith: { $1 })
  }

  /// Reads the rows, whose columns are those of a transaction followed by those of a change.
  ///
  /// - Parameters:
  ///   - statement: The running statement.
  ///   - value: Returns the preserved value of a deleted row, from the tombstone column with an
  ///     index.
  ///   - body: Receives one transaction at a time, and returns whether to continue.
  /// - Throws: What the store and `body` throw.
  package func forEach(
    _ statement: any PreparedStatement,
    value: (any RowReader, Int, Column) -> SQLValue,
    _ body: (RecordTransaction) throws -> Bool
  ) throws {
    var changes: [RecordTransaction.Change] = []
    var open: RecordTransaction?
    while try statement.step() {
      let row = statement.row
      if open?.number != row.int64(TransactionColumn.number.place) {
        if let known = open, try !body(known.with(changes)) { return }
        changes = []
        open = RecordTransaction(row)
      }
      if let change = change(row, value) { changes.append(change) }
    }
    if let open { _ = try body(open.with(changes)) }
  }

  private func change(
    _ row: any RowReader, _ value: (any RowReader, Int, Column) -> SQLValue
  ) -> RecordTransaction.Change? {
    let number = row.int64(ChangeColumn.entity.place)
    // Changes of entities that a migration removed are ignored.
    guard let name = names[number], schema.entity(named: name) != nil else { return nil }
    let kind: RecordTransaction.Change.Kind
    switch row.int64(ChangeColumn.type.place) {
    case 0: kind = .insertion
    case 1: kind = .update
    default: kind = .deletion
    }
    let mask = row.dataIfPresent(ChangeColumn.changed.place)
    let properties =
      kind == .update
      ? layout.changedColumns(of: Int(number))?.properties(in: mask ?? Data()) ?? [] : []
    var tombstone: [String: RecordValue] = [:]
    var preserved: [String: [SQLValue]] = [:]
    if kind == .deletion {
      for (place, kept) in layout.preservedValues(of: Int(number)).prefix(tombstoneCount)
        .enumerated()
      {
        guard let column = kept.column else { continue }
        let stored = value(row, ChangeColumn.firstTombstone.place + place, column)
        preserved[kept.property, default: []]
          .append(StoredValue.typed(stored, as: column.type.storage.scalar) ?? stored)
        let told = RecordValue(stored, type: column.type)
        tombstone[kept.property] =
          kept.path.isEmpty
          ? told : (tombstone[kept.property] ?? .composite([:])).setting(told, at: kept.path[...])
      }
    }
    return RecordTransaction.Change(
      number: row.int64(ChangeColumn.number.place), kind: kind, entity: name,
      key: row.int64(ChangeColumn.key.place), properties: properties, tombstone: tombstone,
      preserved: preserved)
  }
}

extension RecordTransaction {
  private typealias Column = HistoryTransactionTable.Column

  /// Creates a transaction whose changes are read later.
  fileprivate init(_ row: any RowReader) {
    func text(_ column: Column) -> String? {
      row.stringIfPresent(column.place).flatMap { $0.isEmpty ? nil : $0 }
    }
    self.init(
      number: row.int64(Column.number.place),
      date: row.dateIfPresent(Column.date.place) ?? Date(timeIntervalSinceReferenceDate: 0),
      author: row.stringIfPresent(Column.author.place), bundle: text(.bundle),
      process: text(.process), changes: [])
  }

  fileprivate func with(_ changes: [Change]) -> RecordTransaction {
    RecordTransaction(
      number: number, date: date, author: author, bundle: bundle, process: process,
      changes: changes)
  }
}

extension RecordValue {
  /// Returns the value with a part replaced.
  fileprivate func setting(_ value: RecordValue, at path: ArraySlice<String>) -> RecordValue {
    guard let name = path.first else { return value }
    var parts: [String: RecordValue] = [:]
    if case .composite(let known) = self { parts = known }
    parts[name] = (parts[name] ?? .composite([:])).setting(value, at: path.dropFirst())
    return .composite(parts)
  }
}
