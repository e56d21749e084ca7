import CoreDataFormat
import DataSchema
import Foundation
import SQLCore
import SwiftDataErrors

extension RecordEngine {
  /// Counts the rows of an entity and its subentities; executes one statement.
  ///
  /// - Throws: What the store throws.
  package func count(_ name: String) throws -> Int { try count(RecordQuery(name)) }

  /// Counts the rows that match a query, regardless of its limit; executes one statement.
  ///
  /// - Throws: What the store throws.
  package func count(_ query: RecordQuery) throws -> Int {
    let entity = try entity(query.entity)
    return try session.read(
      "SELECT COUNT(*) FROM \(name: entity.table.table)\(condition(entity, query))"
    ) { try $0.step() ? Int($0.row.int64(0)) : 0 }
  }

  /// Returns the rows of a query in its order, then by key; executes one statement.
  ///
  /// - Throws: `SwiftDataError` for an unknown entity or a missing file, and what the store throws.
  package func rows(_ query: RecordQuery) throws -> [Record] {
    var rows: [Record] = []
    try forEachRow(query) { rows.append($0) }
    return rows
  }

  /// Passes the rows to `body` in the same order, one at a time, without keeping them.
  ///
  /// - Throws: What `rows(_:)` and `body` throw.
  package func forEachRow(_ query: RecordQuery, _ body: (Record) throws -> Void) throws {
    let entity = try entity(query.entity)
    let id = session.identity
    let (condition, order) = (try condition(entity, query), try order(entity, query))
    var select: SQLFragment = """
      SELECT \(raw: entity.statements.wholeColumnList), \(name: id.entity), \(name: id.version) FROM \
      \(name: entity.table.table)\(condition) ORDER BY \(order)\(name: id.key)
      """
    if let limit = query.limit {
      select.append(" LIMIT \(SQLValue.integer(Int64(max(0, limit))))")
    }
    let entities = Dictionary(
      ([entity] + entity.descendants).map { (Int64($0.number), $0) }, uniquingKeysWith: { $1 })
    try session.read(select) { statement in
      while let key = try statement.nextKey() {
        guard key > 0 else { throw session.store.impossibleKey(key, of: entity.name) }
        let count = entity.statements.columnCount
        let number = statement.row.int64(count)
        let own = entities[number] ?? entity
        try body(
          Record(
            entity: own.name, key: key, version: statement.row.int64(count + 1),
            values: values(
              of: own, entity.columns(of: own), statement.row, readsFiles: query.readsFiles)))
      }
    }
  }

  /// Returns the row with a key; nil if it does not exist.
  ///
  /// Executes one statement.
  ///
  /// - Throws: What `rows(_:)` throws.
  package func row(_ key: Int64, of entity: String) throws -> Record? {
    try rows(RecordQuery(entity, keys: [key])).first
  }

  /// Returns the keys of rows in an entity's tree that have the given values; executes one
  /// statement.
  ///
  /// - Parameters:
  ///   - name: The name of the entity.
  ///   - values: The values by name of attribute and to-one relationship, none of them null.
  /// - Returns: The keys, unordered; none if a value does not fit its column.
  /// - Throws: What `rows(_:)` throws.
  package func keys(of name: String, with values: [String: RecordValue]) throws -> [Int64] {
    let entity = try entity(name)
    var conditions: [SQLFragment] = []
    for (property, value) in values.sorted(by: { $0.key < $1.key }) {
      let number = try number(of: property, entity)
      guard entity.properties[number].columns.count == 1 else { return [] }
      let column = entity.properties[number].columns[0]
      let key: SQLValue? = if case .row(let key) = value { .integer(key) } else { nil }
      guard let stored = key ?? value.sqlValue(as: column.type) else { return [] }
      conditions.append("\(name: column.name) = \(stored)")
    }
    guard !conditions.isEmpty else { return [] }
    return try session.reporting {
      try session.keys(
        """
        SELECT \(name: session.identity.key) FROM \(name: entity.table.table) \
        WHERE \(conditions.joined(separator: " AND "))
        """)
    }
  }

  /// Returns the terms before the key in ORDER BY.
  private func order(_ entity: RecordEntity, _ query: RecordQuery) throws -> SQLFragment {
    var sql = RecordConditionSQL(self)
    var terms = SQLFragment()
    var paths: Set<RecordPath> = []
    // Repeated terms have no effect, and SQLite limits the number of terms.
    for order in query.order where paths.insert(order.path).inserted {
      terms.append(
        try sql.term(order, of: .init(entity: entity, table: entity.table.table)) + ", ")
    }
    return try supported(terms, entity)
  }

  /// Returns the SQL of a condition or order; throws if the store's database does not support it.
  private func supported(_ sql: SQLFragment, _ entity: RecordEntity) throws -> SQLFragment {
    guard !sql.isSupported(by: session.connection.features) else { return sql }
    throw SwiftDataError.unsupportedPredicate.explained(
      "\(session.connection.dialect.name) cannot search texts in the same way as Swift.",
      entity: entity.name, path: session.store.path,
      advice: "Query other properties, or copy the store to a file and query the copy.")
  }

  private func condition(_ entity: RecordEntity, _ query: RecordQuery) throws -> SQLFragment {
    var parts: [SQLFragment] = []
    if let condition = entity.condition { parts.append(condition) }
    if query.after > 0 {
      parts.append("\(name: session.identity.key) > \(SQLValue.integer(query.after))")
    }
    if let keys = query.keys {
      parts.append(MemberQuery.isOne(of: keys.sorted(), .name(session.identity.key)))
    }
    if let condition = query.condition {
      var sql = RecordConditionSQL(self)
      let text = try sql.condition(
        condition, of: .init(entity: entity, table: entity.table.table))
      parts.append(try supported(text, entity))
    }
    return parts.isEmpty ? SQLFragment() : " WHERE \(parts.joined(separator: " AND "))"
  }

  private func values(
    of entity: RecordEntity, _ columns: RowColumns, _ row: any RowReader, readsFiles: Bool
  ) throws -> [String: RecordValue] {
    var values: [String: RecordValue] = [:]
    for (number, property) in entity.properties.enumerated() {
      let first = Int(columns.first[number])
      guard first >= 0 else { continue }
      if property.isRelationship {
        let key = row.int64IfPresent(first) ?? 0
        values[property.name] = key > 0 ? .row(key) : RecordValue.null
      } else if case .composite(let leaves)? = entity.table.properties[property.name] {
        values[property.name] = composite(leaves, row, first)
      } else {
        let stored = row.value(first)
        let plain =
          property.storesExternally
          ? try contents(of: stored, entity, property, readsFile: readsFiles) : stored
        values[property.name] = RecordValue(plain, type: property.columns[0].type)
      }
    }
    return values
  }

  /// Returns the parts of a value by name; `.null` if all columns are NULL.
  private func composite(
    _ leaves: [PropertyColumns.CompositeLeaf], _ row: any RowReader, _ first: Int
  ) -> RecordValue {
    var parts: [String: RecordValue] = [:]
    var isNull = true
    for (offset, leaf) in leaves.enumerated() {
      let value = RecordValue(row.value(first + offset), type: leaf.column.type)
      if !value.isNull { isNull = false }
      value.set(at: leaf.path[...], in: &parts)
    }
    return isNull ? .null : .composite(parts)
  }

  /// Returns the bytes of a value that may be stored in an external file.
  private func contents(
    of stored: SQLValue, _ entity: RecordEntity, _ property: RecordProperty, readsFile: Bool
  ) throws -> SQLValue {
    switch ExternalData(stored) {
    case nil: return stored
    case .inline(let bytes): return .blob(bytes)
    case .file(let name):
      guard readsFile else { return .null }
      guard let bytes = try session.store.externalFiles?.read(name) else {
        throw SwiftDataError.valueCannotBeRead.explained(
          "The value cannot be read, because its file is missing.", entity: entity.name,
          property: property.name, path: session.store.externalFiles?.folder.file(name),
          advice:
            "Restore the file from a backup; the row still refers to it, and its other values are intact."
        )
      }
      return .blob(bytes)
    }
  }
}

// Relationships.

extension RecordEngine {
  /// Returns the keys of the rows that a relationship leads to, in their order; executes one
  /// statement.
  ///
  /// - Throws: `SwiftDataError` for a property that is not a relationship, and what the store
  ///   throws.
  package func members(
    of key: Int64, _ entityName: String, _ relationshipName: String
  ) throws -> [Int64] {
    let entity = try entity(entityName)
    let relationship = try relationship(relationshipName, of: entity)
    guard relationship.isToMany else {
      guard case .row(let other)? = try row(key, of: entityName)?[relationshipName] else {
        return []
      }
      return [other]
    }
    return try MemberQuery.read(relationship, of: [key], .keys, session) { statement in
      var keys: [Int64] = []
      while let member = try statement.nextKey() { keys.append(member) }
      return keys
    }
  }
}

extension RecordEntity {
  /// Returns the columns of a subentity's properties in the SELECT of the entity's rows.
  fileprivate func columns(of other: RecordEntity) -> RowColumns {
    statements.allColumns.tree?.columns(of: Int64(other.number)) ?? statements.allColumns
  }
}

extension RecordEngine {
  /// Reads tables beside those of the entities.
  ///
  /// - Parameter body: Receives the connection, from which it only reads.
  /// - Returns: The result of `body`.
  /// - Throws: What the store throws.
  package func reading<Result>(_ body: (any SQLConnection) throws -> Result) throws -> Result {
    try session.reporting { try body(session.connection) }
  }
}

extension RecordEngine {
  /// Whether some relationship of the store has a stored order.
  ///
  /// - Throws: What the store throws.
  package var hasMemberOrder: Bool { get throws { try session.hasMemberOrder } }

  /// The quoted name of the table of member positions.
  package var memberOrder: String { session.memberOrder }

  /// Returns the owner of a member, for a to-many relationship without an inverse; nil for none.
  ///
  /// Executes one statement if the members' rows contain the owner's key, otherwise none.
  ///
  /// - Throws: What the store throws.
  package func owner(of member: Int64, _ relationship: RecordRelationship) throws -> Int64? {
    try session.owner(of: member, relationship).flatMap { $0 > 0 ? $0 : nil }
  }
}
