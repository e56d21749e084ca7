import CoreDataFormat
import SQLCore

// Links written by statements that take many rows at once.

extension LinkPhase {
  /// Writes or deletes links, with one statement for all links of a relationship.
  ///
  /// - Parameter indices: The links, by index; all of them are made, or all are ended.
  /// - Returns: The links that have to be written one by one.
  /// - Throws: What the store throws.
  mutating func writeTogether(_ indices: [Int]) throws -> [Int] {
    guard indices.count > 1, session.connection is any RowsWriting else { return indices }
    var left: [Int] = []
    for group in Dictionary(grouping: indices, by: { plan.links[$0].relationship.number }).values {
      let relationship = plan.links[group[0]].relationship
      let isDone =
        switch relationship.storage {
        case .foreignKey: true
        case .children(let table, let column):
          // Joining with a foreign table makes the server fetch and lock all of its rows.
          try relationship.destination.table.shardKey == nil && write(group, table, column)
        case .join(let join): try write(group, join)
        }
      if !isDone { left += group }
    }
    return left.sorted()
  }

  /// Returns the rows at both ends of a link; nil if one of them is not written.
  private func ends(_ index: Int) -> (source: Int64, member: Int64)? {
    let link = plan.links[index]
    guard let source = keys.stored(link.source), let member = keys.stored(link.member) else {
      return nil
    }
    return (source, member)
  }

  /// Inserts or deletes rows of a join table.
  private func write(_ indices: [Int], _ join: JoinTable) throws -> Bool {
    let isRelated = plan.links[indices[0]].isRelated
    let relationship = plan.links[indices[0]].relationship
    let (table, first, second) = (
      session.quoted(join.name), session.quoted(join.sourceColumn),
      session.quoted(join.destinationColumn)
    )
    let dialect = session.connection.dialect
    let rows = try session.connection.rowsStatement(
      like: "SELECT 1 FROM \(table) WHERE \(first) = ? AND \(second) = ?", [1, 2]
    ) { values, rows in
      isRelated
        ? dialect.ignoringConflicts(
          "INSERT INTO \(table) (\(first), \(second)) SELECT \(values[0]), \(values[1]) FROM \(rows)"
        )
        : "DELETE FROM \(table) USING \(rows) WHERE \(table).\(first) = \(values[0]) "
          + "AND \(table).\(second) = \(values[1])"
    }
    guard let rows else { return false }
    defer { rows.clear() }
    func add(_ source: Int64, _ member: Int64) throws {
      rows.bind(source, 1)
      rows.bind(member, 2)
      rows.endRow()
      if rows.isFull { _ = try rows.write() }
    }
    for (source, member) in indices.compactMap(ends) {
      try add(source, member)
      if relationship.inverse === relationship, source != member { try add(member, source) }
    }
    if rows.rowCount > 0 { _ = try rows.write() }
    return true
  }

  /// Writes the owners of members, or clears them.
  private mutating func write(_ indices: [Int], _ table: String, _ column: String) throws -> Bool {
    let isRelated = plan.links[indices[0]].isRelated
    let (table, column) = (session.quoted(table), session.quoted(column))
    let raised = "\(id.version) = \(table).\(id.version) + 1"
    let rows = try session.connection.rowsStatement(
      like: "SELECT 1 FROM \(table) WHERE \(column) = ? AND \(id.key) = ?", [1, 2]
    ) { values, rows in
      let isMember = "\(table).\(id.key) = \(values[1])"
      return isRelated
        ? "UPDATE \(table) SET \(column) = \(values[0]), \(raised) FROM \(rows) WHERE \(isMember) "
          + "RETURNING \(table).\(id.key)"
        : "UPDATE \(table) SET \(column) = NULL, \(raised) FROM \(rows) WHERE \(isMember) "
          + "AND \(table).\(column) = \(values[0])"
    }
    guard let rows else { return false }
    var sources: [Int64: Int64] = [:]
    for (source, member) in indices.compactMap(ends) where isRelated || sources[member] == nil {
      // If a member got several owners, the last one wins.
      sources[member] = source
    }
    guard isRelated || sources.count == indices.compactMap(ends).count else { return false }
    for (member, source) in sources.sorted(by: { $0.key < $1.key }) {
      rows.bind(source, 1)
      rows.bind(member, 2)
      rows.endRow()
    }
    guard rows.rowCount > 0 else { return true }
    let present = Set(try rows.write())
    guard isRelated, present.count < sources.count else { return true }
    for index in indices {
      if let member = ends(index)?.member, !present.contains(member) {
        broken.insert(index)
      }
    }
    return true
  }
}
