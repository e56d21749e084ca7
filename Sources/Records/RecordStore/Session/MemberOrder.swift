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

  /// Returns the members of an owner that have a position, with it, in their order.
  static func positions(
    of owner: Int64, _ relationship: RecordRelationship, _ session: RecordSession
  ) throws -> [(member: Int64, position: Int64)] {
    guard try session.hasMemberOrder else { return [] }
    let rows = try session.connection.rows(
      """
      SELECT MEMBER, POSITION FROM \(session.memberOrder) WHERE RELATIONSHIP = ? AND OWNER = ? \
      ORDER BY POSITION, MEMBER
      """,
      [.text(name(of: relationship)), .integer(owner)])
    return pairs(rows).map { ($0.0, $0.1) }
  }

  /// Writes the positions of an owner's members, as few as possible; deletes all if the members are
  /// sorted by key.
  ///
  /// - Parameters:
  ///   - members: The members, in their order; one that occurs repeatedly has its last place.
  ///   - owner: The owner's key.
  ///   - relationship: The relationship.
  ///   - former: The positions that are stored.
  ///   - session: The session that writes.
  /// - Throws: What the store throws.
  static func write(
    _ members: [Int64], of owner: Int64, _ relationship: RecordRelationship,
    replacing former: [(member: Int64, position: Int64)], _ session: RecordSession
  ) throws {
    var present: Set<Int64> = []
    let members = Array(members.reversed().filter { present.insert($0).inserted }.reversed())
    guard !isAscending(members) else {
      if !former.isEmpty { try delete([owner], relationship, session) }
      return
    }
    if try !session.hasMemberOrder {
      try session.connection.run(creation)
      try session.connection.run(indexCreation)
      session.noteMemberOrder()
    }
    let gone = former.lazy.map(\.member).filter { !present.contains($0) }.sorted()
    if !gone.isEmpty { try delete(gone, of: owner, relationship, session) }
    let known = Dictionary(former.map { ($0.member, $0.position) }, uniquingKeysWith: { $1 })
    let changes = SpacedPositions.changes(of: members, known: known, above: nil)
    try write(changes.sorted { $0.member < $1.member }, of: owner, relationship, session)
  }

  private static func write(
    _ changes: [(member: Int64, position: Int64)], of owner: Int64,
    _ relationship: RecordRelationship, _ session: RecordSession
  ) throws {
    let (table, name) = (session.memberOrder, SQLValue.text(name(of: relationship)))
    let replacing =
      "ON CONFLICT (RELATIONSHIP, OWNER, MEMBER) DO UPDATE SET POSITION = excluded.POSITION"
    let statement = try session.connection.rowsStatement(
      like: """
        SELECT 1 FROM \(table) WHERE RELATIONSHIP = ? AND OWNER = ? AND MEMBER = ? AND POSITION = ?
        """, [1, 2, 3, 4]
    ) { values, rows in
      "INSERT INTO \(table) SELECT \(values.joined(separator: ", ")) FROM \(rows) \(replacing)"
    }
    for (member, position) in changes {
      let values = [name, .integer(owner), .integer(member), .integer(position)]
      guard let statement else {
        try session.connection.run("INSERT INTO \(table) VALUES (?, ?, ?, ?) \(replacing)", values)
        continue
      }
      for (index, value) in values.enumerated() { statement.bind(value, index + 1) }
      statement.endRow()
      if statement.isFull { try statement.write() }
    }
    if let statement, statement.rowCount > 0 { try statement.write() }
    statement?.clear()
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
      try delete(left.map(\.1).sorted(), of: owner, relationship, session)
    }
  }

  /// Deletes the positions of some members of an owner.
  private static func delete(
    _ members: [Int64], of owner: Int64, _ relationship: RecordRelationship,
    _ session: RecordSession
  ) throws {
    try session.run(
      """
      DELETE FROM \(raw: session.memberOrder) \
      WHERE RELATIONSHIP = \(SQLValue.text(name(of: relationship))) \
      AND OWNER = \(SQLValue.integer(owner)) \
      AND \(MemberQuery.isOne(of: members, .raw("MEMBER")))
      """)
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
