import CoreDataFormat
import SQLCore

// What reading all of a store takes, portion by portion.

extension RecordEngine {
  /// The entities that all others inherit from, in the order of the model.
  package var roots: [RecordEntity] {
    schema.nodes.filter { $0.superNode == nil }.map(\.record)
  }

  /// Runs `body`, for which all that it reads is of one moment.
  ///
  /// - Throws: What the store and `body` throw.
  package func atOneMoment<Result>(_ body: () throws -> Result) throws -> Result {
    let connection = session.connection
    guard !connection.isInTransaction else { return try body() }
    try session.reporting { try connection.execute(connection.dialect.beginReading) }
    defer { _ = try? connection.execute("COMMIT") }
    return try body()
  }

  /// The highest key of the rows of an entity's tree; 0 for none.
  ///
  /// - Throws: What the store throws.
  package func highestKey(of entity: RecordEntity) throws -> Int64 {
    try session.read(
      "SELECT MAX(\(name: session.identity.key)) FROM \(name: entity.table.table)"
    ) { try $0.step() ? $0.row.int64IfPresent(0) ?? 0 : 0 }
  }

  /// The members of a to-many relationship of several rows, in their order; executes one statement.
  ///
  /// - Parameters:
  ///   - keys: The keys of the rows, in ascending order.
  ///   - relationship: The relationship.
  /// - Returns: The members by the keys of the rows; nothing for rows without any.
  /// - Throws: What the store throws.
  package func members(
    of keys: [Int64], _ relationship: RecordRelationship
  ) throws -> [Int64: [Int64]] {
    // Rows of any size may be members, and there may be any number.
    try MemberQuery.read(relationship, of: keys, .keys, session) { statement in
      var members: [Int64: [Int64]] = [:]
      while let member = try statement.nextKey() {
        members[statement.row.int64(1), default: []].append(member)
      }
      return members
    }
  }

  /// What rows of an entity keep beside their properties: positions among the members of others, and whose
  /// members they are in relationships that no property of theirs leads back from.
  ///
  /// - Parameters:
  ///   - entity: The entity.
  ///   - keys: The first and the last key.
  /// - Returns: The numbers by the keys of the rows and the names of ``CopiedColumn``.
  /// - Throws: What the store throws.
  package func extras(
    in entity: RecordEntity, _ keys: ClosedRange<Int64>
  ) throws -> [Int64: [String: Int64]] {
    let columns = copiedColumns(of: entity)
    guard !columns.isEmpty else { return [:] }
    let key = session.identity.key
    let names = columns.map { SQLFragment.name($0.column) }.joined(separator: ", ")
    return try session.read(
      """
      SELECT \(name: key), \(names) FROM \(name: entity.table.table) \
      WHERE \(name: key) BETWEEN \(SQLValue.integer(keys.lowerBound)) \
      AND \(SQLValue.integer(keys.upperBound))
      """
    ) { statement in
      var extras: [Int64: [String: Int64]] = [:]
      while let key = try statement.nextKey() {
        for (number, column) in columns.enumerated() {
          extras[key, default: [:]][column.name] = statement.row.int64IfPresent(number + 1)
        }
      }
      return extras
    }
  }

  /// The columns beside those of properties that rows of an entity have of their own.
  func copiedColumns(of entity: RecordEntity) -> [CopiedColumn] {
    var columns = entity.relationships.compactMap { relationship in
      relationship.positionColumn.map { CopiedColumn(name: relationship.name, column: $0) }
    }
    var known: Set<String> = []
    for relationship in schema.nodes.flatMap(\.record.relationships) {
      guard relationship.inverse == nil,
        case .children(let table, let column) = relationship.storage,
        table == entity.table.table, known.insert(column).inserted
      else { continue }
      columns.append(CopiedColumn(name: MemberOrder.name(of: relationship), column: column))
    }
    return columns
  }
}

/// A column that no property has.
struct CopiedColumn {
  /// The name of the relationship, behind that of its entity where it is another's; the same in all stores.
  let name: String
  let column: String
}

/// A row of the table of a many-to-many relationship.
package struct RecordPair: Hashable, Sendable {
  /// Before all pairs.
  package static let start = RecordPair(owner: 0, member: 0)

  package let owner: Int64
  package let member: Int64
  /// The position among the owner's members; nil where the table has none.
  package var position: Int64?
  /// The owner's position among those that the member belongs to.
  package var inversePosition: Int64?
}

/// A position that a member has where somebody gave members an order.
package struct RecordPosition: Hashable, Sendable {
  /// Before all positions.
  package static let start = RecordPosition(relationship: "", owner: 0, member: 0, position: 0)

  /// The names of the entity and the relationship, joined by a dot.
  package let relationship: String
  package let owner: Int64
  package let member: Int64
  package let position: Int64
}

extension RecordEngine {
  /// The many-to-many relationships, each from one of its ends.
  package var pairedRelationships: [RecordRelationship] {
    var tables: Set<String> = []
    return schema.nodes.flatMap(\.record.relationships).filter {
      guard case .join(let join) = $0.storage else { return false }
      return tables.insert(join.name).inserted
    }
  }

  /// Pairs of a many-to-many relationship after one, in the order of their keys.
  ///
  /// - Throws: What the store throws.
  package func pairs(
    of relationship: RecordRelationship, after last: RecordPair, limit: Int
  ) throws -> [RecordPair] {
    guard case .join(let join) = relationship.storage else { return [] }
    let columns = JoinColumns(relationship, join)
    let keys = "\(SQLFragment.name(columns.owner)), \(.name(columns.member))" as SQLFragment
    let orders = columns.orders.map { $0.map(SQLFragment.name) ?? "NULL" }
    return try session.read(
      """
      SELECT \(keys), \(orders.joined(separator: ", ")) FROM \(name: join.name) \
      WHERE (\(keys)) > (\(SQLValue.integer(last.owner)), \(SQLValue.integer(last.member))) \
      ORDER BY \(keys) LIMIT \(SQLValue.integer(Int64(limit)))
      """
    ) { statement in
      var pairs: [RecordPair] = []
      while try statement.step() {
        let row = statement.row
        pairs.append(
          RecordPair(
            owner: row.int64(0), member: row.int64(1), position: row.int64IfPresent(2),
            inversePosition: row.int64IfPresent(3)))
      }
      return pairs
    }
  }

  /// Positions of members after one; none in a store where nobody gave members an order.
  ///
  /// - Throws: What the store throws.
  package func positions(after last: RecordPosition, limit: Int) throws -> [RecordPosition] {
    guard try session.hasMemberOrder else { return [] }
    return try session.read(
      """
      SELECT RELATIONSHIP, OWNER, MEMBER, POSITION FROM \(raw: session.memberOrder) \
      WHERE (RELATIONSHIP, OWNER, MEMBER) > (\(SQLValue.text(last.relationship)), \
      \(SQLValue.integer(last.owner)), \(SQLValue.integer(last.member))) \
      ORDER BY RELATIONSHIP, OWNER, MEMBER LIMIT \(SQLValue.integer(Int64(limit)))
      """
    ) { statement in
      var positions: [RecordPosition] = []
      while try statement.step() {
        let row = statement.row
        positions.append(
          RecordPosition(
            relationship: row.value(0).text ?? "", owner: row.int64(1), member: row.int64(2),
            position: row.int64(3)))
      }
      return positions
    }
  }
}

/// The columns of a table of pairs, as one of the relationships has them.
struct JoinColumns {
  let owner: String
  let member: String
  /// The positions among the owner's members, and the owner's own; nil where there are none.
  let orders: [String?]

  init(_ relationship: RecordRelationship, _ join: JoinTable) {
    (owner, member) = (join.sourceColumn, join.destinationColumn)
    var inverse: String?
    if let other = relationship.inverse, other !== relationship,
      case .join(let join) = other.storage
    {
      inverse = join.orderColumn
    }
    orders = [join.orderColumn, inverse]
  }
}
