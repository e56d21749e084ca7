import CoreDataFormat
import DataSchema
import SQLCore

// Relationships between rows, by key.

extension RecordSession {
  /// Linked rows, by key.
  package typealias Pairs = [(owner: Int64, member: Int64)]

  /// Reads the owner of a member, for a to-many relationship without an inverse; returns nil for
  /// none.
  ///
  /// Executes one statement.
  package func owner(of member: Int64, _ relationship: RecordRelationship) throws -> Int64? {
    guard case .children(let table, let column) = relationship.storage else { return nil }
    let text =
      "SELECT \(quoted(column)) FROM \(quoted(table)) WHERE \(identity.key) = ?"
    let rows = try reporting { try connection.rows(text, [.integer(member)]) }
    guard case .integer(let owner)? = rows.first?.first else { return nil }
    return owner
  }

  /// Returns the targets of rows and, if these are in the same table, their targets in turn.
  ///
  /// - Parameters:
  ///   - rows: The rows to start with.
  ///   - relationship: A to-one relationship stored in a column of the rows.
  ///   - others: Rows whose targets are ignored, in ascending order.
  /// - Returns: The keys; executes one statement.
  /// - Throws: What the store throws.
  package func targets(
    of rows: [Int64], _ relationship: RecordRelationship, without others: [Int64]
  ) throws -> [Int64] {
    guard !rows.isEmpty, let column = relationship.foreignKey else { return [] }
    let table = relationship.owner.table.table
    let isOne = MemberQuery.isOne(of: rows, .name(identity.key))
    let descent = RowDescent(
      first: "SELECT \(name: column) FROM \(name: table) WHERE \(isOne) AND \(name: column) > 0",
      table: table, column: column, next: identity.key,
      condition: "\(name: column) > 0\(isNone(of: others))")
    return try keys(descent, descends: relationship.destinationTree == relationship.owner.treeIndex)
  }

  /// Returns the members of rows and, if these are in the same table, their members in turn.
  ///
  /// - Parameters:
  ///   - rows: The rows to start with.
  ///   - relationship: A to-many relationship stored in a column of the members' rows.
  ///   - others: Members that are ignored, in ascending order.
  ///   - descends: Whether members in the same table are followed.
  /// - Returns: The keys; executes one statement.
  /// - Throws: What the store throws.
  package func members(
    of rows: [Int64], _ relationship: RecordRelationship, without others: [Int64],
    descends: Bool = true
  ) throws -> [Int64] {
    guard !rows.isEmpty, case .children(let table, let column) = relationship.storage else {
      return []
    }
    let rest = isNone(of: others)
    let isOne = MemberQuery.isOne(of: rows, .name(column))
    let descent = RowDescent(
      first: "SELECT \(name: identity.key) FROM \(name: table) WHERE \(isOne)\(rest)",
      table: table, column: identity.key, next: column, condition: "\(.truth(true))\(rest)")
    let isTree = relationship.destinationTree == relationship.owner.treeIndex
    return try keys(descent, descends: descends && isTree)
  }

  private func keys(_ descent: RowDescent, descends: Bool) throws -> [Int64] {
    try reporting { try keys(descends ? descent.query(connection.features) : descent.first) }
  }

  /// Returns the pairs of a join table whose source is one of the rows; executes one statement.
  package func pairs(
    of rows: [Int64], _ relationship: RecordRelationship
  ) throws -> Pairs {
    guard !rows.isEmpty, case .join(let join) = relationship.storage else { return [] }
    return try pairs(join.name, join.sourceColumn, join.destinationColumn, rows)
  }

  /// Returns the values in two columns of rows, selected by keys in the first one; executes one
  /// statement.
  func pairs(
    _ table: String, _ key: String, _ value: String, _ keys: [Int64],
    where column: String? = nil, is other: Int64 = 0
  ) throws -> Pairs {
    let isOther: SQLFragment =
      column.map { " AND \(name: $0) = \(SQLValue.integer(other))" } ?? SQLFragment()
    return try read(
      """
      SELECT \(name: key), \(name: value) FROM \(name: table) \
      WHERE \(MemberQuery.isOne(of: keys, .name(key))) AND \(name: value) IS NOT NULL\(isOther)
      """
    ) { statement in
      var pairs: Pairs = []
      while try statement.step() {
        let (key, value) = (statement.row.int64(0), statement.row.int64(1))
        // Valid keys are positive; anything else comes from a damaged column.
        if key > 0, value > 0 { pairs.append((key, value)) }
      }
      return pairs
    }
  }

  private func isNone(of keys: [Int64]) -> SQLFragment {
    keys.isEmpty ? SQLFragment() : " AND NOT (\(MemberQuery.isOne(of: keys, .name(identity.key))))"
  }
}
