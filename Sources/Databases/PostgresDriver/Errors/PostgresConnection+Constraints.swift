import SQLCore

extension PostgresConnection {
  /// Adds the columns of the violated constraint to an error.
  ///
  /// The server reports only the constraint's name, so its columns are queried, which is impossible
  /// in a failed transaction.
  ///
  /// - Parameter error: A violation of a constraint.
  /// - Returns: The error; unchanged if the columns cannot be determined.
  package func withColumns(_ error: SQLError) -> SQLError {
    guard var details = error.details, details.columns.isEmpty, !isInTransaction, isOpen,
      let schema = details.schema, let table = details.table, let constraint = details.constraint
    else { return error }
    // A unique index without a constraint is reported like a constraint.
    let text = """
      SELECT a.attname::text
      FROM (
        SELECT c.conrelid AS relation, c.conkey AS columns FROM pg_constraint c WHERE c.conname = $3
        UNION ALL
        SELECT i.indrelid, i.indkey::int2[] FROM pg_index i
        JOIN pg_class n ON n.oid = i.indexrelid
        WHERE n.relname = $3 AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = n.oid)
      ) k
      JOIN pg_class t ON t.oid = k.relation AND t.relname = $2
      JOIN pg_namespace s ON s.oid = t.relnamespace AND s.nspname = $1
      CROSS JOIN LATERAL unnest(k.columns) WITH ORDINALITY AS u (number, place)
      JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum = u.number
      ORDER BY u.place
      """
    let values: [SQLValue] = [.text(schema), .text(table), .text(constraint)]
    guard let rows = try? rows(text, values), !rows.isEmpty else { return error }
    details.columns = rows.compactMap { $0.first?.text }
    var error = error
    error.details = details
    return error
  }
}
