import CoreDataFormat
import SQLCore

/// A SELECT that reads the members of a to-many relationship for several owners.
package struct MemberQuery {
  private let relationship: RecordRelationship
  private let columns: Columns
  private let isOrdered: Bool
  /// The position column in the store's own tables, if any.
  private let position: String?
  /// The quoted name of the table of positions.
  private let orderTable: String

  /// The columns to read of the members.
  package enum Columns {
    /// All columns, followed by the owner's key.
    case all
    /// The key, followed by the owner's key.
    case keys
  }

  private init(
    _ relationship: RecordRelationship, _ columns: Columns, _ session: RecordSession
  ) throws {
    (self.relationship, self.columns) = (relationship, columns)
    position = relationship.memberPosition
    orderTable = session.memberOrder
    isOrdered = try position == nil && session.hasMemberOrder
  }

  /// Reads the members of owners, in their stored order if there is one.
  ///
  /// Executes one statement. Executes a second one if another program has just written the first
  /// positions of the store.
  ///
  /// - Parameters:
  ///   - relationship: The relationship.
  ///   - keys: The keys of the owners, in ascending order.
  ///   - columns: The columns to read.
  ///   - session: The session that reads.
  ///   - body: Reads the running statement; if it is called twice, the second result counts.
  /// - Returns: The result of `body`.
  /// - Throws: What the store or `body` throws.
  package static func read<Result>(
    _ relationship: RecordRelationship, of keys: [Int64], _ columns: Columns,
    _ session: RecordSession, _ body: (any PreparedStatement) throws -> Result
  ) throws -> Result {
    let query = try MemberQuery(relationship, columns, session)
    let result = try session.read(query.select(of: keys), body)
    // Reading shows the session what others have written, including the table of positions.
    guard !query.isOrdered, query.position == nil, try session.hasMemberOrder else {
      return result
    }
    return try session.read(MemberQuery(relationship, columns, session).select(of: keys), body)
  }

  /// Returns a SELECT of the members' columns and the owner's key, ordered by owner key and then by
  /// member.
  package func select(of keys: [Int64]) -> SQLFragment {
    let key = relationship.owner.identity.key
    let list: SQLFragment =
      columns == .keys ? .name(key) : "\(raw: relationship.destination.statements.columnList)"
    var query: SQLFragment = "SELECT \(list), \(ownerColumn) FROM \(source(keys))"
    if isOrdered {
      let name = SQLValue.text(MemberOrder.name(of: relationship))
      let order = orderColumns
      // The left join keeps members without a position; they come last.
      query.append(
        """
         LEFT JOIN \(raw: order.table) ON \(raw: order.relationship) = \(name) \
        AND \(raw: order.owner) = \(ownerColumn) AND \(raw: order.member) = \(name: key)
        """)
    }
    // Excludes rows of other entities in the table, which are not of the destination's class.
    let destination = relationship.destination
    let own = destination.superentity != nil ? destination.condition : nil
    let conditions = [condition(keys), own].compactMap(\.self)
    if !conditions.isEmpty { query.append(" WHERE \(conditions.joined(separator: " AND "))") }
    query.append(" ORDER BY \(ownerColumn), ")
    if isOrdered {
      let position = orderColumns.position
      query.append("\(raw: position) IS NULL, \(raw: position), ")
    }
    if let position { query.append("\(name: position) IS NULL, \(name: position), ") }
    query.append(.name(key))
    return query
  }

  /// The table of positions, and its columns, with aliases if members have columns of the same
  /// names.
  private var orderColumns:
    (table: String, relationship: String, owner: String, member: String, position: String)
  {
    let plain = (orderTable, "RELATIONSHIP", "OWNER", "MEMBER", "POSITION")
    let own: Set = ["relationship", "owner", "member", "position"]
    let destination = relationship.destination
    // Column names in files all begin with Z.
    guard destination.table.dialect.bareNames == .none else { return plain }
    let columns = ([destination] + destination.descendants).flatMap(\.properties)
      .flatMap(\.columns)
    guard columns.contains(where: { own.contains($0.name.lowercased()) }) else {
      return plain
    }
    let table = """
      (SELECT RELATIONSHIP AS OSD_RELATIONSHIP, OWNER AS OSD_ORDER_OWNER, MEMBER AS OSD_ORDER_MEMBER, \
      POSITION AS OSD_POSITION FROM \(orderTable)) AS OSD_ORDER
      """
    return (table, "OSD_RELATIONSHIP", "OSD_ORDER_OWNER", "OSD_ORDER_MEMBER", "OSD_POSITION")
  }

  private var ownerColumn: SQLFragment {
    switch relationship.storage {
    case .children(_, let column): .name(column)
    case .foreignKey, .join: "OSD_OWNER"
    }
  }

  /// Returns the tables, before any condition.
  private func source(_ keys: [Int64]) -> SQLFragment {
    let table = SQLFragment.table(relationship.destination.table.table)
    guard case .join(let join) = relationship.storage else { return table }
    let pairs = Self.pairs(
      join, keys, position: position, isReflexive: relationship.inverse === relationship)
    let key = relationship.owner.identity.key
    return "(\(pairs)) AS OSD_PAIRS JOIN \(table) ON \(name: key) = OSD_MEMBER"
  }

  private func condition(_ keys: [Int64]) -> SQLFragment? {
    guard case .children(_, let column) = relationship.storage else { return nil }
    return Self.isOne(of: keys, .name(column))
  }

  /// Returns the rows of a join table as owner and member; in both directions if the relationship
  /// is its own inverse.
  private static func pairs(
    _ join: JoinTable, _ keys: [Int64], position: String?, isReflexive: Bool
  ) -> SQLFragment {
    let more: SQLFragment = position.map { ", \(name: $0)" } ?? SQLFragment()
    let (source, member) = (join.sourceColumn, join.destinationColumn)
    func half(_ source: String, _ member: String) -> SQLFragment {
      """
      SELECT \(name: source) AS OSD_OWNER, \(name: member) AS OSD_MEMBER\(more) \
      FROM \(name: join.name) \
      WHERE \(isOne(of: keys, .name(source)))
      """
    }
    return isReflexive
      ? "\(half(source, member)) UNION \(half(member, source))" : half(source, member)
  }

  /// Returns a condition that a column contains one of the keys, which may be unsorted and
  /// repeated.
  package static func isOne(of keys: [Int64], _ column: SQLFragment) -> SQLFragment {
    guard let first = keys.first, let last = keys.last else { return .truth(false) }
    if last &- first == Int64(keys.count - 1), follow(keys) {
      // For keys without gaps, a range is equivalent and scans the index once.
      return "\(column) BETWEEN \(SQLValue.integer(first)) AND \(SQLValue.integer(last))"
    }
    return "\(column) \(.isOne(of: keys))"
  }

  /// Whether the keys are consecutive.
  private static func follow(_ keys: [Int64]) -> Bool {
    var place = 1
    while place < keys.count {
      if keys[place] &- keys[place - 1] != 1 { return false }
      place += 1
    }
    return true
  }
}
