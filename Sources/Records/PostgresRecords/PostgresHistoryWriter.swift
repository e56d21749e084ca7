import CoreDataFormat
import Foundation
import PostgresFormat
import RecordStore
import SQLCore
import SwiftDataErrors

/// Writes the history into tables of a PostgreSQL store, computed from the changed rows in the
/// database.
///
/// A transaction's number comes from the server (``PostgresHistoryNumbers``) and is unique.
final class PostgresHistoryWriter: HistoryWriter {
  private let session: RecordSession
  private let layout: HistoryLayout
  private let author: String?
  /// The number of the transaction; nil before the first change.
  private var transaction: Int64?
  private var count = 0
  var newKeys: [Int: ClosedRange<Int64>] = [:]

  /// The schema of the store.
  private let place: String

  init(_ session: RecordSession, _ layout: HistoryLayout, author: String?, in place: String) {
    (self.session, self.layout, self.author) = (session, layout, author)
    self.place = place
  }

  private var id: RowIdentity { session.identity }

  func noteInsertions(_ keys: ClosedRange<Int64>, _ entity: RecordEntity) throws {
    try note(
      0, entity,
      "BETWEEN \(SQLValue.integer(keys.lowerBound)) AND \(SQLValue.integer(keys.upperBound))")
  }

  func noteDeletions(
    of keys: [Int64], _ entity: RecordEntity, _ files: ExternalChanges?
  ) throws {
    var keys = keys
    if let new = newKeys[entity.treeIndex] { keys.removeAll(where: new.contains) }
    guard !keys.isEmpty else { return }
    for number in entity.entityNumbers {
      let kept = layout.preservedValues(of: number).map { value in
        value.column.map(PostgresTombstone.expression) ?? "NULL"
      }
      try note(2, entity, "\(.isOne(of: keys))", number: number, tombstones: kept)
    }
  }

  func noteUpdates(_ changes: [RowChange], _ entity: RecordEntity) throws {
    var merged: [Int64: PropertyMask] = [:]
    for change in changes {
      merged[change.key, default: PropertyMask()].formUnion(change.properties)
    }
    let groups = Dictionary(grouping: merged.keys) { merged[$0] ?? PropertyMask() }
    for number in entity.entityNumbers {
      let columns = layout.changedColumns(of: number)
      for (properties, keys) in groups {
        let mask = columns?.mask(of: Set(entity.propertyNames(properties))) ?? Data()
        try note(1, entity, "\(.isOne(of: keys.sorted()))", number: number, columns: mask)
      }
    }
  }

  func notePositions(_ keys: [Int64], _ relationship: RecordRelationship) throws {
    for number in relationship.owner.entityNumbers {
      let mask = layout.changedColumns(of: number)?.mask(ofPositionIn: relationship.name)
      try note(
        1, relationship.owner, "\(.isOne(of: keys))", number: number, columns: mask ?? Data())
    }
  }

  /// Records a change of the entity's rows whose keys match a condition.
  private func note(
    _ type: Int64, _ entity: RecordEntity, _ keys: SQLFragment, number: Int? = nil,
    columns: Data? = nil, tombstones: [String] = []
  ) throws {
    let transaction = try transaction ?? begin()
    let names = tombstones.indices.map { ", tombstone_\($0)" }.joined()
    let values = tombstones.map { ", \($0)" }.joined()
    let own: SQLFragment =
      number.map { entity.sharesTable ? " AND \(name: id.entity) = \(raw: "\($0)")" : "" } ?? ""
    let changed: SQLFragment = columns.map { "\(SQLValue.blob($0))::bytea" } ?? "NULL::bytea"
    count += try session.run(
      """
      INSERT INTO \(raw: PostgresSystemTable.changes.name(in: place)) (transaction, type, entity, key, columns\(raw: names)) \
      SELECT \(SQLValue.integer(transaction)), \(raw: "\(type)"), \(name: id.entity), \(name: id.key), \
      \(changed)\(raw: values) FROM \(name: entity.table.table) WHERE \(name: id.key) \(keys)\(own) \
      ORDER BY \(name: id.key)
      """)
  }

  private func begin() throws -> Int64 {
    let rows = try session.connection.rows("SELECT \(PostgresHistoryNumbers.current(in: place))")
    guard case .integer(let number)? = rows.first?.first else {
      throw SwiftDataError.storeIsCorrupt.explained(
        "The server did not assign an ID to the transaction.", path: session.store.path,
        advice: "Use PostgreSQL 13 or newer.")
    }
    transaction = number
    session.noteTransaction(number)
    return number
  }

  func finish() throws -> Int64? {
    guard let transaction, count > 0 else { return nil }
    // Several saves in one transaction of the server, as in an import, are one transaction in the
    // history.
    try session.connection.run(
      """
      INSERT INTO \(PostgresSystemTable.transactions.name(in: place)) (number, moment, author, process, bundle, session) \
      VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (number) DO NOTHING
      """,
      [
        .integer(transaction), .date(.now), author.map(SQLValue.text) ?? .null,
        .text(ProcessInfo.processInfo.processName), .null,
        // After a lost connection, this value shows whether the transaction was committed.
        (session.connection as? PostgresSessionConnection).map { .text($0.name) } ?? .null,
      ])
    return transaction
  }
}
