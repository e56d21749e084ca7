import CoreDataFormat
import DataSchema
import PostgresDriver
import PostgresFormat
import RecordStore
import SQLCore

extension SelfDescribedPostgresStore {
  /// Passes the changes to another schema to `body`.
  ///
  /// - Parameters:
  ///   - target: The entities that the store would get.
  ///   - options: The location of the store.
  ///   - body: Receives the changes, and a connection to the store that can only read one state.
  /// - Returns: What `body` returns.
  /// - Throws: `SwiftDataError` if the store cannot be reached, or has shards; errors of `body`.
  package func withEvolution<Result>(
    to target: ModelDescription, _ options: PostgresStoreOptions,
    _ body: (StoreEvolution, any SQLConnection) throws -> Result
  ) throws -> Result {
    guard PostgresShardingOptions(facts) == nil else { throw options.shardedMigration }
    let connection = try options.connect()
    return try options.reporting {
      try connection.execute(connection.dialect.beginReading)
      defer { try? connection.execute("ROLLBACK") }
      try connection.lookFirst(in: options.schema)
      let evolution = try PostgresEvolution(
        from: PostgresLayout(model: engine.model), to: PostgresLayout(model: target)
      ).evolution
      return try body(evolution, connection)
    }
  }
}

extension PostgresStoreOptions {
  /// The statements before and after those of a migration, in its transaction.
  package var migrationFrame: (before: [String], after: [String]) {
    let schema = SQLDialect.postgres.quoted(schema)
    return (
      ["BEGIN", "SET LOCAL search_path TO \(schema)", "SET CONSTRAINTS ALL IMMEDIATE"],
      ["SET CONSTRAINTS ALL DEFERRED", "COMMIT"]
    )
  }
}
