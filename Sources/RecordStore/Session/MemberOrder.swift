import CoreDataFormat
import SQLCore

/// The order of to-many relationships, in a table that Apple's frameworks do not look at.
///
/// Members come in the order of their primary keys; only where a user has put them in another
/// order are their positions written down.
package enum MemberOrder {
  package static let table = SideTable.memberOrder

  package static let creation = """
    CREATE TABLE IF NOT EXISTS \(table) (RELATIONSHIP VARCHAR, OWNER INTEGER, MEMBER INTEGER, \
    POSITION INTEGER, PRIMARY KEY (RELATIONSHIP, OWNER, MEMBER)) WITHOUT ROWID
    """

  /// Finds the positions of a member that is deleted.
  package static let indexCreation =
    "CREATE INDEX IF NOT EXISTS \(table)_MEMBER ON \(table) (RELATIONSHIP, MEMBER)"

  /// The relationship's name among those of all entities.
  package static func name(of relationship: RecordRelationship) -> String {
    "\(relationship.owner.name).\(relationship.name)"
  }

  /// Removes the positions of the members of one model.
  ///
  /// - Returns: The members that had one, in their order.
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

  /// Writes the positions of the members of one model that has none, unless the order of the keys says the
  /// same.
  ///
  /// - Parameters:
  ///   - members: The members, in their order.
  ///   - owner: The model's key.
  ///   - relationship: The relationship.
  ///   - session: What to write with.
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

  /// Whether members stand in the order of their keys, which needs no positions.
  static func isAscending(_ members: some Collection<Int64>) -> Bool {
    zip(members, members.dropFirst()).allSatisfy { $0 < $1 }
  }

  /// Removes positions within owners that members have left: one that comes back is appended.
  ///
  /// Executes one statement, and one more for each owner that was left.
  ///
  /// - Parameters:
  ///   - members: The members that may have left.
  ///   - relationship: The relationship.
  ///   - session: What to write with.
  ///   - isLeft: Whether a member is none of an owner's any more.
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

  /// Takes back the positions within models that are deleted.
  package static func delete(
    _ owners: [Int64], _ relationship: RecordRelationship, _ session: RecordSession
  ) throws {
    guard try session.hasMemberOrder else { return }
    let condition = MemberQuery.isOne(of: owners, .raw("OWNER"))
    let name = SQLValue.text(name(of: relationship))
    try session.run(
      "DELETE FROM \(raw: session.memberOrder) WHERE RELATIONSHIP = \(name) AND \(condition)")
  }

  /// Takes back the positions of members that are deleted, whosesoever they were.
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
  /// The table of members' positions, as SQL has its name.
  package var memberOrder: String { store.tableMap.memberOrder }

  /// Whether some relationship of the store has an order of its own.
  package var hasMemberOrder: Bool {
    get throws {
      if knowsMemberOrder || store.hasMemberOrder { return true }
      // Somebody else may have made the table since; that changes the version of the contents.
      let version = connection.contentVersion
      if let checked = memberOrderVersion, checked == version { return false }
      let isFound = try reporting { try store.hasTable(named: MemberOrder.table, connection) }
      memberOrderVersion = version
      knowsMemberOrder = isFound
      return knowsMemberOrder
    }
  }

  /// Takes note that the table of positions was made, by the transaction that is going on.
  package func noteMemberOrder() { knowsMemberOrder = true }
}
