import CoreDataFormat
import SQLCore

/// The SELECT that reads the members of a to-many relationship for several owners.
package struct MemberQuery {
  private let relationship: RecordRelationship
  private let columns: Columns
  private let isOrdered: Bool
  /// Where the store itself keeps the positions.
  private let position: String?
  /// The table of positions, as SQL has its name.
  private let orderTable: String

  /// What is read of the members.
  package enum Columns {
    /// All columns, behind which that of the owner stands.
    case all
    /// The key, and that of the owner.
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

  /// Reads the members of models with a statement that knows whether there are positions.
  ///
  /// Executes one statement; another one where somebody else wrote the first positions of the store
  /// just before.
  ///
  /// - Parameters:
  ///   - relationship: The relationship.
  ///   - keys: The keys of the models, in ascending order.
  ///   - columns: What is read of them.
  ///   - session: The session that reads.
  ///   - body: Gets the running statement; what it returned the last time counts.
  /// - Returns: What `body` returned.
  /// - Throws: What the store or `body` throws.
  package static func read<Result>(
    _ relationship: RecordRelationship, of keys: [Int64], _ columns: Columns,
    _ session: RecordSession, _ body: (any PreparedStatement) throws -> Result
  ) throws -> Result {
    let query = try MemberQuery(relationship, columns, session)
    let result = try session.read(query.select(of: keys), body)
    // The session hears of what others have written when it reads: of the table of positions, too.
    guard !query.isOrdered, query.position == nil, try session.hasMemberOrder else {
      return result
    }
    return try session.read(MemberQuery(relationship, columns, session).select(of: keys), body)
  }

  /// The columns of the members and the key of the owner, in the order of the owners' keys and
  /// then of the members.
  package func select(of keys: [Int64]) -> SQLFragment {
    let key = relationship.owner.identity.key
    let list: SQLFragment =
      columns == .keys ? .name(key) : "\(raw: relationship.destination.statements.columnList)"
    var query: SQLFragment = "SELECT \(list), \(ownerColumn) FROM \(source(keys))"
    if isOrdered {
      let name = SQLValue.text(MemberOrder.name(of: relationship))
      let order = orderColumns
      // The left join keeps members that have no position; they come last.
      query.append(
        """
         LEFT JOIN \(raw: order.table) ON \(raw: order.relationship) = \(name) \
        AND \(raw: order.owner) = \(ownerColumn) AND \(raw: order.member) = \(name: key)
        """)
    }
    // Rows of others, which no relationship of theirs leads to, would be none of the class.
    let destination = relationship.destination
    let own = destination.hasSuperentity ? destination.condition : nil
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

  /// The table of positions, and its columns under names that no column of the members has.
  private var orderColumns:
    (table: String, relationship: String, owner: String, member: String, position: String)
  {
    let plain = (orderTable, "RELATIONSHIP", "OWNER", "MEMBER", "POSITION")
    let own: Set = ["relationship", "owner", "member", "position"]
    let destination = relationship.destination
    // Those of a file all begin with a Z.
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

  /// The tables before any condition.
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

  /// The rows of a join table as owner and member; of a relationship that is its own inverse, each
  /// row counts for both.
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

  /// That a column holds one of some keys, in whatever order they are and however often each is there.
  package static func isOne(of keys: [Int64], _ column: SQLFragment) -> SQLFragment {
    guard let first = keys.first, let last = keys.last else { return .truth(false) }
    if last &- first == Int64(keys.count - 1), follow(keys) {
      // Without gaps a range says the same, and the index is read from end to end.
      return "\(column) BETWEEN \(SQLValue.integer(first)) AND \(SQLValue.integer(last))"
    }
    return "\(column) \(.isOne(of: keys))"
  }

  /// Whether each key is one more than the one before.
  private static func follow(_ keys: [Int64]) -> Bool {
    var place = 1
    while place < keys.count {
      if keys[place] &- keys[place - 1] != 1 { return false }
      place += 1
    }
    return true
  }
}
