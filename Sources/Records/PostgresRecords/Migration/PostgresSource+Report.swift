import CoreDataFormat
import DataSchema
import PostgresDriver
import PostgresFormat
import RecordStore
import SQLCore

extension PostgresSource: MigrationReportSource {
  package func evolution(
    from source: ModelDescription, to target: ModelDescription, isStored: Bool
  ) throws -> StoreEvolution {
    try PostgresEvolution(from: PostgresLayout(model: source), to: PostgresLayout(model: target))
      .evolution
  }

  /// Creates temporary tables for versions of the model other than the stored one; they are rolled
  /// back.
  package func withTables<Result>(
    of model: ModelDescription?, _ body: (any SQLConnection) throws -> Result
  ) throws -> Result {
    guard let model else {
      guard !connection.isInTransaction else { return try body(connection) }
      return try connection.transaction(PostgresTransactionOptions()) {
        try connection.lookFirst(in: options.schema)
        return try body(connection)
      }
    }
    let statements = try PostgresSchemaStatements(PostgresLayout(model: model))
    try connection.execute("BEGIN; SET LOCAL search_path TO pg_temp")
    defer {
      try? connection.execute("ROLLBACK")
      try? connection.forgetStatements()
    }
    for text in statements.all { try connection.execute(text) }
    return try body(connection)
  }

  package func tableSizes() throws -> [String: Int64]? {
    let rows = try connection.rows(
      """
      SELECT relname::text, pg_total_relation_size(oid) FROM pg_class WHERE relkind = 'r' \
      AND relnamespace = (SELECT oid FROM pg_namespace WHERE nspname = $1)
      """, [.text(options.schema)])
    var sizes: [String: Int64] = [:]
    for row in rows {
      if let table = row[0].text, case .integer(let size) = row[1] { sizes[table] = size }
    }
    return sizes
  }
}
