import SQLCore

/// A query that goes from rows to others of the same table, and from these on, however far that leads.
struct RowDescent {
  /// The rows, or what leads to them, from where it goes on.
  let first: SQLFragment
  let table: String
  /// The column of a row that is told and goes on.
  let column: String
  /// The column of the next row that has it.
  let next: String
  /// What else has to be so of a row.
  let condition: SQLFragment

  /// The query of what is told; each is told once.
  func query(_ features: SQLFeatures) -> SQLFragment {
    let step: SQLFragment =
      features.hasLateral
      // A planner that knows nothing of a new table yet would go through all of it for each step; that it
      // looks for the next rows of one alone, it has to be told.
      ? """
      SELECT OSD_NEXT.N FROM BELOW, LATERAL (SELECT \(name: column) AS N FROM \(name: table) \
      WHERE \(name: next) = BELOW.K AND \(condition) OFFSET 0) AS OSD_NEXT
      """
      : """
      SELECT \(name: column) FROM \(name: table) JOIN BELOW ON \(name: next) = K WHERE \(condition)
      """
    return "WITH RECURSIVE BELOW (K) AS (\(first) UNION \(step)) SELECT K FROM BELOW"
  }
}
