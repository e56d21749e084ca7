import CoreDataFormat
import SQLCore

/// Finds the stored rows that have the unique values of many rows of a plan, with one statement for
/// each constraint.
struct UniqueMatches {
  let entity: RecordEntity
  /// The constraints; the rows have values for all of their properties.
  let groups: [[Int]]
  let rows: [PlannedRow]
  let keys: RowKeys
  let session: RecordSession
  /// The relationships whose owners are read with each match.
  let memberships: [Membership]

  private var id: RowIdentity { session.identity }

  /// Returns the matching rows of each row, and locks them in the order of their keys.
  ///
  /// Programs that lock rows in the same order do not wait for each other in a circle.
  ///
  /// - Returns: The matches in the order of `rows`; nil if the database cannot find many at once, or
  ///   a match is of another entity.
  /// - Throws: What the store throws.
  func matches() throws -> [[UniqueMatch.Match]]? {
    var found = [[UniqueMatch.Match]](repeating: [], count: rows.count)
    let entities = Set(entity.ownNumbers.map(Int64.init))
    for group in groups {
      guard let statement = try statement(for: group, { matchText(group, $0, from: $1) }) else {
        return nil
      }
      defer { statement.clear() }
      var isOfOtherEntity = false
      for (index, row) in rows.enumerated() {
        try bind(row, at: index, group, to: statement)
        guard statement.isFull || index == rows.count - 1 else { continue }
        if statement.needsSingleRows { return nil }
        try statement.run { result in
          if entity.sharesTable, !entities.contains(result.int64(2)) { isOfOtherEntity = true }
          let match = UniqueMatch.Match(
            key: result.int64(1),
            owners: memberships.indices.map { result.int64IfPresent($0 + 3) ?? 0 })
          let index = Int(result.int64(0))
          if !found[index].contains(where: { $0.key == match.key }) { found[index].append(match) }
        }
      }
      if isOfOtherEntity { return nil }
    }
    return found
  }

  /// Whether two of the rows have the same unique values; true if the database cannot tell.
  ///
  /// Executes one statement for each constraint.
  func haveEqualValues() throws -> Bool {
    for group in groups {
      let statement = try statement(for: group) { values, rows in
        let columns = values.dropLast()
        return "SELECT 1 FROM \(rows) "
          + "WHERE \(columns.map { "\($0) IS NOT NULL" }.joined(separator: " AND ")) "
          + "GROUP BY \(columns.joined(separator: ", ")) HAVING count(*) > 1 LIMIT 1"
      }
      guard let statement else { return true }
      defer { statement.clear() }
      for (index, row) in rows.enumerated() { try bind(row, at: index, group, to: statement) }
      if try statement.needsSingleRows || !statement.write().isEmpty { return true }
    }
    return false
  }

  /// Selects the number of each given row, and the key, the entity and the owners of its match.
  private func matchText(_ group: [Int], _ values: [String], from rows: String) -> String {
    let number = values[values.count - 1]
    let entityNumber = entity.sharesTable ? "OSD.\(id.entity)" : "0"
    let columns =
      [number, "OSD.\(id.key)", entityNumber]
      + memberships.map { "OSD.\(session.quoted($0.column))" }
    let conditions = zip(columnNames(group), values).map { "OSD.\($0) = \($1)" }
    return "SELECT \(columns.joined(separator: ", ")) FROM \(rows) "
      + "JOIN \(entity.statements.table) AS OSD "
      + "ON \(conditions.joined(separator: " AND ")) ORDER BY OSD.\(id.key)"
      + session.connection.dialect.changeLock(on: "OSD")
  }

  private func columnNames(_ group: [Int]) -> [String] {
    group.flatMap { entity.properties[$0].columns }.map { session.quoted($0.name) }
  }

  /// Returns a statement whose rows have the values of a constraint and a number.
  private func statement(
    for group: [Int], _ text: (_ values: [String], _ rows: String) -> String
  ) throws -> (any RowsStatement)? {
    let names = columnNames(group)
    guard !names.isEmpty else { return nil }
    let conditions = (names + [id.key]).map { "\($0) = ?" }.joined(separator: " AND ")
    return try session.connection.rowsStatement(
      like: "SELECT 1 FROM \(entity.statements.table) WHERE \(conditions)",
      Array(1...names.count + 1), text)
  }

  private func bind(
    _ row: PlannedRow, at index: Int, _ group: [Int], to statement: any RowsStatement
  ) throws {
    var parameter = 1
    let cells = row.batch.row(row.row)
    for property in group {
      guard let place = row.batch.place(of: property) else { continue }
      for offset in entity.properties[property].columns.indices {
        try keys.bind(cells + place + offset, of: row.batch, place, to: statement, parameter)
        parameter += 1
      }
    }
    statement.bind(Int64(index), parameter)
    statement.endRow()
  }
}
