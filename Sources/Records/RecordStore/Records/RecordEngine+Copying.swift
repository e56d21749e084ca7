import CoreDataFormat
import SQLCore

// Reading a whole store in batches.

extension RecordEngine {
  /// The entities without a superentity, in the order of the model.
  package var roots: [RecordEntity] {
    schema.entities.filter { $0.superentity == nil }
  }

  /// Runs `body` in a transaction, so that all reads see the same state of the store.
  ///
  /// - Throws: What the store and `body` throw.
  package func atOneMoment<Result>(_ body: () throws -> Result) throws -> Result {
    try session.atOneMoment(body)
  }

  /// Returns the highest key in an entity's tree; 0 if there are no rows.
  ///
  /// - Throws: What the store throws.
  package func highestKey(of entity: RecordEntity) throws -> Int64 {
    try session.read(
      "SELECT MAX(\(name: session.identity.key)) FROM \(name: entity.table.table)"
    ) { try $0.step() ? $0.row.int64IfPresent(0) ?? 0 : 0 }
  }

  /// Returns the members of a to-many relationship of several rows, in their order; executes one
  /// statement.
  ///
  /// - Parameters:
  ///   - keys: The keys of the rows, in ascending order.
  ///   - relationship: The relationship.
  /// - Returns: The members by owner key, without rows that have no members.
  /// - Throws: What the store throws.
  package func members(
    of keys: [Int64], _ relationship: RecordRelationship
  ) throws -> [Int64: [Int64]] {
    // The number and size of members are not limited, so only their keys are read.
    try MemberQuery.read(relationship, of: keys, .keys, session) { statement in
      var members: [Int64: [Int64]] = [:]
      while let member = try statement.nextKey() {
        members[statement.row.int64(1), default: []].append(member)
      }
      return members
    }
  }

  /// Returns the values of columns without a property.
  ///
  /// These are positions among the members of other rows, and owners in to-many relationships
  /// without an inverse.
  ///
  /// - Parameters:
  ///   - entity: The entity.
  ///   - keys: The first and the last key.
  /// - Returns: The numbers by row key and name of ``CopiedColumn``.
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

  /// Returns the columns of an entity's rows that belong to no property.
  func copiedColumns(of entity: RecordEntity) -> [CopiedColumn] {
    var columns = entity.relationships.compactMap { relationship in
      relationship.positionColumn.map { CopiedColumn(name: relationship.name, column: $0) }
    }
    var known: Set<String> = []
    for relationship in schema.entities.flatMap(\.relationships) {
      guard relationship.inverse == nil,
        case .children(let table, let column) = relationship.storage,
        table == entity.table.table, known.insert(column).inserted
      else { continue }
      columns.append(CopiedColumn(name: MemberOrder.name(of: relationship), column: column))
    }
    return columns
  }
}

/// A column without a property.
struct CopiedColumn {
  /// The name of the relationship, qualified by its entity if it is another one; the same in all
  /// stores.
  let name: String
  let column: String
}

/// A row of a many-to-many relationship's join table.
package struct RecordPair: Hashable, Sendable {
  /// A pair that sorts before all others.
  package static let start = RecordPair(owner: 0, member: 0)

  package let owner: Int64
  package let member: Int64
  /// The position among the owner's members; nil if the table has none.
  package var position: Int64?
  /// The owner's position among the owners of the member.
  var inversePosition: Int64?
}

/// The stored position of a member, in relationships whose order a user has changed.
package struct RecordPosition: Hashable, Sendable {
  /// A position that sorts before all others.
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
    return schema.entities.flatMap(\.relationships).filter {
      guard case .join(let join) = $0.storage else { return false }
      return tables.insert(join.name).inserted
    }
  }

  /// Returns the next pairs of a many-to-many relationship, in the order of their keys.
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

  /// Returns the next positions of members; none if the store has no member order.
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

/// The columns of a join table, from the view of one relationship.
struct JoinColumns {
  let owner: String
  let member: String
  /// The position columns for the owner's members and for the owner; nil if there are none.
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
