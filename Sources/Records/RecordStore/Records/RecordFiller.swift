import CoreDataFormat
import Foundation
import SQLCore
import SwiftDataErrors

/// Copies rows of another store into an empty one with the same keys, within a transaction.
///
/// Rows are written unchanged, many with one statement. No rules apply, and the history records
/// nothing. Call ``finish()`` at the end.
package final class RecordFiller {
  package let engine: RecordEngine
  private let files: ExternalChanges?
  private var known: [ObjectIdentifier: FilledTable] = [:]
  private var rowCount = 0

  /// The numbers of rows that one statement may write; the more columns, the fewer rows.
  private static let statementSizes = [64, 8, 1]

  /// Creates a filler for a store.
  ///
  /// - Parameters:
  ///   - engine: The store, whose connection is in a transaction.
  ///   - files: Receives large values; nil if the store keeps all values in rows.
  package init(_ engine: RecordEngine, _ files: ExternalChanges?) {
    (self.engine, self.files) = (engine, files)
  }

  private var connection: any SQLConnection { engine.session.connection }

  /// Reserves all keys up to a given one, so that new rows get higher ones; called before writing
  /// rows.
  ///
  /// - Throws: What the store throws.
  package func takeKeys(upTo key: Int64, for entity: RecordEntity) throws {
    guard key > 0 else { return }
    try engine.session.store.takeKeys(upTo: key, for: entity, on: connection)
  }

  /// Writes rows, whose entities have the same names in both stores.
  ///
  /// - Parameters:
  ///   - rows: The rows.
  ///   - extras: The values of their columns without a property, as returned by `extras` of the
  ///     other store.
  /// - Throws: `SwiftDataError` that names the property whose value its column cannot hold; what
  ///   the store throws.
  package func insert(
    _ rows: [Record], extras: [Int64: [String: Int64]] = [:]
  ) throws {
    for (name, rows) in Dictionary(grouping: rows, by: \.entity).sorted(by: { $0.key < $1.key }) {
      let entity = try engine.entity(name)
      let table = table(of: entity)
      var values: [[SQLValue]] = []
      values.reserveCapacity(rows.count)
      for row in rows { values.append(try cells(of: row, entity, table, extras[row.key] ?? [:])) }
      try write(values, into: table.name, table.columns)
    }
  }

  /// Writes pairs of a many-to-many relationship.
  ///
  /// - Throws: What the store throws.
  package func insert(_ pairs: [RecordPair], of relationship: RecordRelationship) throws {
    guard case .join(let join) = relationship.storage else { return }
    let columns = JoinColumns(relationship, join)
    let names = [columns.owner, columns.member] + columns.orders.compactMap(\.self)
    let values = pairs.map { pair in
      let positions = zip(columns.orders, [pair.position, pair.inversePosition])
        .filter { $0.0 != nil }.map { $0.1.map(SQLValue.integer) ?? .null }
      return [.integer(pair.owner), .integer(pair.member)] + positions
    }
    try write(values, into: connection.dialect.quoted(join.name), names.map(engine.session.quoted))
  }

  /// Writes positions of members.
  ///
  /// - Throws: What the store throws.
  package func insert(_ positions: [RecordPosition]) throws {
    guard !positions.isEmpty else { return }
    if try !engine.session.hasMemberOrder {
      try connection.run(MemberOrder.creation)
      try connection.run(MemberOrder.indexCreation)
      engine.session.noteMemberOrder()
    }
    try write(
      positions.map {
        [.text($0.relationship), .integer($0.owner), .integer($0.member), .integer($0.position)]
      }, into: engine.session.memberOrder, ["RELATIONSHIP", "OWNER", "MEMBER", "POSITION"])
  }

  /// Writes the entity numbers of to-one targets whose entities can vary.
  ///
  /// - Throws: What the store throws.
  package func finish() throws {
    var done: Set<[String]> = []
    let id = engine.session.identity
    for relationship in engine.schema.entities.flatMap(\.relationships) {
      guard let key = relationship.foreignKey, let column = relationship.entityColumn,
        done.insert([relationship.owner.table.table, column]).inserted
      else { continue }
      let table = SQLFragment.table(relationship.owner.table.table)
      let other = SQLFragment.table(relationship.destination.table.table)
      try engine.session.run(
        """
        UPDATE \(table) SET \(name: column) = (SELECT OSD.\(name: id.entity) FROM \(other) OSD \
        WHERE OSD.\(name: id.key) = \(table).\(name: key)) WHERE \(name: key) IS NOT NULL
        """)
    }
  }
}

// Conversion of rows to cells.

extension RecordFiller {
  /// The columns of an entity that are written.
  private struct FilledTable {
    let name: String
    let columns: [String]
    /// The last columns, which belong to no property.
    let extras: [CopiedColumn]
  }

  private func table(of entity: RecordEntity) -> FilledTable {
    if let table = known[ObjectIdentifier(entity)] { return table }
    let id = engine.session.identity
    var columns = [id.key, id.entity, id.version]
    let extras = engine.copiedColumns(of: entity)
    columns += entity.properties.flatMap(\.columns).map { engine.session.quoted($0.name) }
    columns += extras.map { engine.session.quoted($0.column) }
    let table = FilledTable(name: entity.statements.table, columns: columns, extras: extras)
    known[ObjectIdentifier(entity)] = table
    return table
  }

  private func cells(
    of row: Record, _ entity: RecordEntity, _ table: FilledTable, _ extras: [String: Int64]
  ) throws -> [SQLValue] {
    rowCount += 1
    var cells: [SQLValue] = [
      .integer(row.key), .integer(Int64(entity.table.entityNumber)), .integer(row.version),
    ]
    for (number, property) in entity.properties.enumerated() where !property.columns.isEmpty {
      let value = row[property.name]
      if property.isRelationship {
        if case .row(let key) = value { cells.append(.integer(key)) } else { cells.append(.null) }
      } else if case .composite(let leaves)? = entity.table.properties[property.name] {
        for leaf in leaves {
          let part = value.part(leaf.path[...])
          cells.append(
            try part.sqlValue(asPartOf: leaf.column.type) ?? cell(part, leaf.column, property, row))
        }
      } else if property.storesExternally, case .data(let bytes) = value {
        let owner = ExternalChanges.Owner(row: rowCount, isNew: true, property: number)
        let data = try files?.reference(to: bytes, of: owner, number) ?? .inline(bytes)
        cells.append(data.storedValue)
      } else {
        cells.append(try cell(value, property.columns[0], property, row))
      }
    }
    return cells + table.extras.map { extras[$0.name].map(SQLValue.integer) ?? .null }
  }

  private func cell(
    _ value: RecordValue, _ column: Column, _ property: RecordProperty, _ row: Record
  ) throws -> SQLValue {
    if let stored = value.sqlValue(as: column.type) { return stored }
    throw SwiftDataError.valueCannotBeStored.explained(
      "\(row.entity)/p\(row.key).\(property.name) cannot be stored: it is \(value.kind), and its "
        + "column contains \(column.type.storage.title).",
      entity: row.entity, property: property.name, path: engine.session.store.path,
      advice: "Correct the value in the store that it comes from.")
  }

  private func write(
    _ rows: [[SQLValue]], into table: String, _ columns: [String]
  ) throws {
    var rest = rows[...]
    let limit = max(1, connection.features.parameterLimit / max(1, columns.count))
    for size in Self.statementSizes where size <= limit {
      guard rest.count >= size else { continue }
      let text = Self.insert(size, into: table, columns, connection.dialect)
      while rest.count >= size {
        try connection.run(text, Array(rest.prefix(size).joined()))
        rest = rest.dropFirst(size)
      }
    }
  }

  private static func insert(
    _ count: Int, into table: String, _ columns: [String], _ dialect: SQLDialect
  ) -> String {
    let rows = (0..<count).map { row in
      let parameters = columns.indices.map { dialect.parameter(row * columns.count + $0 + 1) }
      return "(\(parameters.joined(separator: ", ")))"
    }
    return "INSERT INTO \(table) (\(columns.joined(separator: ", "))) VALUES "
      + rows.joined(separator: ", ")
  }
}

extension RecordValue {
  /// Returns the part of a value at a path of names; `.null` if there is none.
  package func part(_ path: ArraySlice<String>) -> RecordValue {
    guard let name = path.first else { return self }
    guard case .composite(let parts) = self else { return .null }
    return (parts[name] ?? .null).part(path.dropFirst())
  }
}

extension RecordWriter {
  /// A filler for the store, which must be empty.
  package var filler: RecordFiller { RecordFiller(engine, files) }
}
