import CoreDataFormat
import SQLCore

/// The order of to-many relationships, stored in a table that Apple's frameworks ignore.
///
/// Members are ordered by primary key. Positions are stored only if a user has put them in another
/// order.
package enum MemberOrder {
  package static let table = SideTable.memberOrder

  package static let creation = """
    CREATE TABLE IF NOT EXISTS \(table) (RELATIONSHIP VARCHAR, OWNER INTEGER, MEMBER INTEGER, \
    POSITION INTEGER, PRIMARY KEY (RELATIONSHIP, OWNER, MEMBER)) WITHOUT ROWID
    """

  /// An index that finds the positions of a deleted member.
  static let indexCreation =
    "CREATE INDEX IF NOT EXISTS \(table)_MEMBER ON \(table) (RELATIONSHIP, MEMBER)"

  /// Returns the relationship's name in the table, which includes the entity.
  package static func name(of relationship: RecordRelationship) -> String {
    "\(relationship.owner.name).\(relationship.name)"
  }

  /// Deletes the positions of one owner's members.
  ///
  /// - Returns: The members that had a position, in their order.
  /// - Throws: What the store throws.
  package static func remove(
    of owner: Int64, _ relationship: RecordRelationship, _ session: RecordSession
  ) throws -> [Int64] {
    guard try session.hasMemberOrder else { return [] }
    let rows = try session.connection.rows(
      """
      DELETE FROM \(session.memberOrder) WHERE RELATIONSHIP = ? AND OWNER = ? \
      RETURNING POSITION, MEMBER
      """,
      [.text(name(of: relationship)), .integer(owner)])
    return pairs(rows).sorted { ($0.0, $0.1) < ($1.0, $1.1) }.map(\.1)
  }

  /// Writes the positions of one owner's members, unless the members are sorted by key.
  ///
  /// The owner must not have any positions yet.
  ///
  /// - Parameters:
  ///   - members: The members, in their order.
  ///   - owner: The owner's key.
  ///   - relationship: The relationship.
  ///   - session: The session that writes.
  /// - Throws: What the store throws.
  package static func write(
    _ members: [Int64], of owner: Int64, _ relationship: RecordRelationship,
    _ session: RecordSession
  ) throws {
    let name = SQLValue.text(name(of: relationship))
    guard !isAscending(members) else { return }
    if try !session.hasMemberOrder {
      try session.connection.run(creation)
      try session.connection.run(indexCreation)
      session.noteMemberOrder()
    }
    for (position, member) in members.enumerated() {
      try session.connection.run(
        """
        INSERT INTO \(session.memberOrder) VALUES (?, ?, ?, ?) \
        ON CONFLICT (RELATIONSHIP, OWNER, MEMBER) DO UPDATE SET POSITION = excluded.POSITION
        """,
        [name, .integer(owner), .integer(member), .integer(Int64(position))])
    }
  }

  /// Whether members are sorted by key, and need no positions.
  static func isAscending(_ members: some Collection<Int64>) -> Bool {
    zip(members, members.dropFirst()).allSatisfy { $0 < $1 }
  }

  /// Deletes positions of members that left their owners, so that a member that returns is
  /// appended.
  ///
  /// Executes one statement, and one more for each owner that was left.
  ///
  /// - Parameters:
  ///   - members: The members that may have left.
  ///   - relationship: The relationship.
  ///   - session: The session that writes.
  ///   - isLeft: Whether a member no longer belongs to an owner.
  /// - Throws: What the store throws.
  static func remove(
    members: [Int64], _ relationship: RecordRelationship, _ session: RecordSession,
    where isLeft: (_ owner: Int64, _ member: Int64) -> Bool
  ) throws {
    guard !members.isEmpty, try session.hasMemberOrder else { return }
    let name = SQLValue.text(name(of: relationship))
    let query = session.connection.dialect.render(
      """
      SELECT OWNER, MEMBER FROM \(raw: session.memberOrder) WHERE RELATIONSHIP = \(name) \
      AND \(MemberQuery.isOne(of: members, .raw("MEMBER")))
      """ as SQLFragment)
    let found = pairs(try session.connection.rows(query.text, query.values)).filter(isLeft)
    for (owner, left) in Dictionary(grouping: found, by: \.0).sorted(by: { $0.key < $1.key }) {
      try session.run(
        """
        DELETE FROM \(raw: session.memberOrder) WHERE RELATIONSHIP = \(name) \
        AND OWNER = \(SQLValue.integer(owner)) \
        AND \(MemberQuery.isOne(of: left.map(\.1).sorted(), .raw("MEMBER")))
        """)
    }
  }

  private static func pairs(_ rows: [[SQLValue]]) -> [(Int64, Int64)] {
    rows.compactMap { row in
      guard case .integer(let first) = row[0], case .integer(let second) = row[1] else {
        return nil
      }
      return (first, second)
    }
  }

  /// Deletes the positions of deleted owners' members.
  package static func delete(
    _ owners: [Int64], _ relationship: RecordRelationship, _ session: RecordSession
  ) throws {
    guard try session.hasMemberOrder else { return }
    let condition = MemberQuery.isOne(of: owners, .raw("OWNER"))
    let name = SQLValue.text(name(of: relationship))
    try session.run(
      "DELETE FROM \(raw: session.memberOrder) WHERE RELATIONSHIP = \(name) AND \(condition)")
  }

  /// Deletes the positions of deleted members, for all their owners.
  package static func delete(
    members: [Int64], _ relationship: RecordRelationship, _ session: RecordSession
  ) throws {
    guard try session.hasMemberOrder else { return }
    let condition = MemberQuery.isOne(of: members, .raw("MEMBER"))
    let name = SQLValue.text(name(of: relationship))
    try session.run(
      "DELETE FROM \(raw: session.memberOrder) WHERE RELATIONSHIP = \(name) AND \(condition)")
  }
}

extension RecordSession {
  /// The quoted name of the table of member positions.
  package var memberOrder: String { store.tableMap.memberOrder }

  /// Whether some relationship of the store has a stored order.
  package var hasMemberOrder: Bool {
    get throws {
      if knowsMemberOrder || store.hasMemberOrder { return true }
      // Another program may have created the table since; that changes the content version.
      let version = connection.contentVersion
      if let checked = memberOrderVersion, checked == version { return false }
      let isFound = try reporting { try store.hasTable(named: MemberOrder.table, connection) }
      memberOrderVersion = version
      knowsMemberOrder = isFound
      return knowsMemberOrder
    }
  }

  /// Records that the current transaction created the table of positions.
  func noteMemberOrder() { knowsMemberOrder = true }
}
