import CoreDataFormat
import Foundation
import SQLCore
import SwiftDataErrors

/// Reads the history of the tables that Core Data has for it, and forgets parts of it.
///
/// What the file's tables have for columns is looked at once.
package final class CoreDataHistoryReader: HistoryReader {
  private let session: RecordSession
  private let schema: RecordSchema
  private let layout: HistoryLayout
  private var knownTable: HistoryTransactionTable??

  private typealias Column = HistoryTransactionTable.Column
  private typealias ChangeColumn = HistoryTransactionTable.ChangeColumn

  package init(_ session: RecordSession, _ schema: RecordSchema, _ layout: HistoryLayout) {
    (self.session, self.schema, self.layout) = (session, schema, layout)
  }

  /// Nil for a store without history.
  private func table() throws -> HistoryTransactionTable? {
    if let knownTable { return knownTable }
    let columns = try session.reporting {
      try session.connection.rows(HistoryStatements.columns)
    }
    let table = HistoryTransactionTable(
      columns, tombstones: layout.tombstoneCount, store: session.store.identifier)
    // Tables may still come, with the first history that is written.
    if table != nil { knownTable = .some(table) }
    return table
  }

  package func forEach(
    _ selection: Selection, _ body: (RecordTransaction) throws -> Bool
  ) throws {
    guard let table = try table() else { return }
    let names = Dictionary(
      session.store.tables.entities.map { (Int64($0.number), $0.name) }, uniquingKeysWith: { $1 })
    try session.read(table.changes(selection)) { statement in
      var changes: [RecordTransaction.Change] = []
      var open: RecordTransaction?
      while try statement.step() {
        let row = statement.row
        if open?.number != row.int64(Column.number.place) {
          if let known = open, try !body(known.with(changes)) { return }
          changes = []
          open = RecordTransaction(row)
        }
        if let change = change(row, names, table.tombstones.count) { changes.append(change) }
      }
      if let open { _ = try body(open.with(changes)) }
    }
  }

  private func change(
    _ row: any RowReader, _ names: [Int64: String], _ tombstoneCount: Int
  ) -> RecordTransaction.Change? {
    let number = row.int64(ChangeColumn.entity.place)
    // Changes of entities that a migration removed are nobody's.
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
      let values = layout.preservedValues(of: Int(number)).prefix(tombstoneCount)
      for (place, value) in values.enumerated() {
        guard let column = value.column else { continue }
        let stored = row.value(ChangeColumn.firstTombstone.place + place)
        preserved[value.property, default: []]
          .append(StoredValue.typed(stored, as: column.type.storage.scalar) ?? stored)
        let told = RecordValue(stored, type: column.type)
        tombstone[value.property] =
          value.path.isEmpty
          ? told : (tombstone[value.property] ?? .composite([:])).setting(told, at: value.path[...])
      }
    }
    return RecordTransaction.Change(
      number: row.int64(ChangeColumn.number.place), kind: kind, entity: name,
      key: row.int64(ChangeColumn.key.place), properties: properties, tombstone: tombstone,
      preserved: preserved)
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

extension RecordTransaction {
  private typealias Column = HistoryTransactionTable.Column

  /// A transaction whose changes are still to be read.
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
  /// The value with a part of it set.
  fileprivate func setting(_ value: RecordValue, at path: ArraySlice<String>) -> RecordValue {
    guard let name = path.first else { return value }
    var parts: [String: RecordValue] = [:]
    if case .composite(let known) = self { parts = known }
    parts[name] = (parts[name] ?? .composite([:])).setting(value, at: path.dropFirst())
    return .composite(parts)
  }
}
