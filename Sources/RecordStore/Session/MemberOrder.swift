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

  /// Writes the positions of the members of one model, or takes them back where the order of the
  /// keys says the same.
  ///
  /// - Parameters:
  ///   - members: The members, in their order.
  ///   - owner: The model's key.
  ///   - isNew: Whether it had no members before, and so no positions.
  ///   - relationship: The relationship.
  ///   - session: What to write with.
  /// - Throws: What the store throws.
  package static func write(
    _ members: [Int64], of owner: Int64, isNew: Bool, _ relationship: RecordRelationship,
    _ session: RecordSession
  ) throws {
    let name = SQLValue.text(name(of: relationship))
    let isDefault = zip(members, members.dropFirst()).allSatisfy { $0 < $1 }
    let isKnown = try session.hasMemberOrder
    if isKnown, !isNew {
      try session.connection.run(
        "DELETE FROM \(session.memberOrder) WHERE RELATIONSHIP = ? AND OWNER = ?",
        [name, .integer(owner)])
    }
    guard !isDefault else { return }
    if !isKnown {
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
