import SQLCore

/// A recursive query that follows a relationship within one table, to any depth.
struct RowDescent {
  /// A query of the keys to start with.
  let first: SQLFragment
  let table: String
  /// The column that is selected and followed.
  let column: String
  /// The column of the next row that contains a followed key.
  let next: String
  /// An additional condition for rows.
  let condition: SQLFragment

  /// Returns the query of the reached keys, each once.
  func query(_ features: SQLFeatures) -> SQLFragment {
    let step: SQLFragment =
      features.hasLateral
      // Without statistics for a new table, the planner would scan all of it for each step; LATERAL
      // with OFFSET makes it look up the next rows of each key.
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
