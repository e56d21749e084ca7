import SQLCore

/// One step of a migration.
enum EvolutionStep {
  case statement(SQLStatement)
  /// Copies rows of one table in batches, in the order of their keys.
  case fill(RowFill)

  static func statement(_ text: String) -> EvolutionStep { .statement(SQLStatement(text, [])) }

  /// The SQL that is executed, with values in place of parameters.
  var text: String {
    switch self {
    case .statement(let statement): statement.literalText
    case .fill(let fill): fill.text
    }
  }
}

/// Rows of one entity to copy into a new table.
struct RowFill {
  let query: RowQuery
  let table: TableLayout

  /// The statement without bounds; `boundedText` takes them as two parameters.
  var text: String { insertion(query.condition.map { [$0] } ?? []) }

  var boundedText: String {
    insertion(
      (query.condition.map { [$0] } ?? []) + ["\(query.key) > ?1", "\(query.key) <= ?2"])
  }

  private func insertion(_ conditions: [String]) -> String {
    let columns = table.columns.filter { query.values[$0.name] != nil }
    let (identity, spelling) = (query.format.spelling.identity, query.format.spelling)
    let names =
      [identity.key, identity.entity, identity.version]
      + columns.map { spelling.quoted($0.name) }
    let values =
      [
        PairQuery.raised(identity.key, query.offset), "\(query.target.entityNumber)",
        identity.version,
      ] + columns.map { query.text(of: $0.name) }
    let text =
      "INSERT INTO \(spelling.quoted(table.name)) (\(names.joined(separator: ", "))) "
      + "SELECT \(values.joined(separator: ", ")) FROM \(query.table)"
    return conditions.isEmpty ? text : text + " WHERE " + conditions.joined(separator: " AND ")
  }

  /// Copies the rows, and reports the number of copied rows after each batch.
  func run(
    on connection: any SQLConnection, _ progress: (EvolutionProgress) throws -> Void
  ) throws {
    var report = EvolutionProgress(
      entity: query.target.entityName, table: table.name, completedRows: 0,
      totalRows: try query.count(on: connection))
    var last = Int64.min
    while report.completedRows < report.totalRows {
      let next = try query.key(Self.partSize, after: last, on: connection)
      let copied = try connection.run(boundedText, [.integer(last), .integer(next ?? .max)])
      report.completedRows += Int64(copied)
      try progress(report)
      guard let next else { break }
      last = next
    }
  }

  /// The number of rows that are copied between two reports.
  static let partSize = 2_000
}

/// The progress of copying an entity's rows.
package struct EvolutionProgress: Hashable, Sendable {
  package var entity: String
  package var table: String
  package var completedRows: Int64
  package var totalRows: Int64
}

extension RowQuery {
  /// Counts the rows.
  func count(on connection: any SQLConnection) throws -> Int64 {
    let text = "SELECT COUNT(*) FROM \(table)" + (condition.map { " WHERE " + $0 } ?? "")
    guard case .integer(let count)? = try connection.rows(text).first?.first else { return 0 }
    return count
  }

  /// Returns the key that follows a key after a number of rows; nil if there are not enough rows.
  fileprivate func key(
    _ distance: Int, after key: Int64, on connection: any SQLConnection
  ) throws -> Int64? {
    let conditions = ["\(self.key) > ?1"] + (condition.map { [$0] } ?? [])
    let rows = try connection.rows(
      """
      SELECT \(self.key) FROM \(table) WHERE \(conditions.joined(separator: " AND ")) \
      ORDER BY \(self.key) LIMIT 1 OFFSET \(distance - 1)
      """, [.integer(key)])
    guard case .integer(let found)? = rows.first?.first else { return nil }
    return found
  }
}
