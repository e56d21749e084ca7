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
    let condition = SQLFragment(
      "\(MemberQuery.isOne(of: rows, .name(identity.key))) AND \(name: column) > 0")
    let first: SQLFragment = "SELECT \(name: column) FROM \(name: table) WHERE \(condition)"
    let isTree = relationship.destinationTree == relationship.owner.treeIndex
    let query: SQLFragment =
      isTree
      ? RowDescent(
        first: first, table: table, column: column, next: identity.key,
        condition: "\(name: column) > 0\(isNone(of: others))"
      ).query(connection.features) : first
    return try reporting { try keys(query) }
  }

  /// Returns the members of rows and, if these are in the same table, their members in turn.
  ///
  /// - Parameters:
  ///   - rows: The rows to start with.
  ///   - relationship: A to-many relationship stored in a column of the members' rows.
  ///   - others: Members that are ignored, in ascending order.
  /// - Returns: The keys; executes one statement.
  /// - Throws: What the store throws.
  package func members(
    of rows: [Int64], _ relationship: RecordRelationship, without others: [Int64]
  ) throws -> [Int64] {
    guard !rows.isEmpty, case .children(let table, let column) = relationship.storage else {
      return []
    }
    let (name, key) = (table, column)
    let rest = isNone(of: others)
    let first: SQLFragment =
      "SELECT \(name: identity.key) FROM \(name: name) WHERE \(MemberQuery.isOne(of: rows, .name(key)))\(rest)"
    let isTree =
      relationship.destinationTree == relationship.owner.treeIndex && relationship.inverse != nil
    let query: SQLFragment =
      isTree
      ? RowDescent(
        first: first, table: name, column: identity.key, next: key,
        condition: "\(.truth(true))\(rest)"
      ).query(connection.features) : first
    return try reporting { try keys(query) }
  }

  /// Returns the pairs of a join table whose source is one of the rows; executes one statement.
  package func pairs(
    of rows: [Int64], _ relationship: RecordRelationship
  ) throws -> Pairs {
    guard !rows.isEmpty, case .join(let join) = relationship.storage else { return [] }
    let (source, member) = (join.sourceColumn, join.destinationColumn)
    return try read(
      """
      SELECT \(name: source), \(name: member) FROM \(name: join.name) \
      WHERE \(MemberQuery.isOne(of: rows, .name(source)))
      """
    ) { statement in
      var pairs: Pairs = []
      while try statement.step() {
        let (owner, key) = (statement.row.int64(0), statement.row.int64(1))
        // Valid keys are positive; anything else comes from a damaged column.
        if key > 0 { pairs.append((owner, key)) }
      }
      return pairs
    }
  }

  private func isNone(of keys: [Int64]) -> SQLFragment {
    keys.isEmpty ? SQLFragment() : " AND NOT (\(MemberQuery.isOne(of: keys, .name(identity.key))))"
  }
}
