import OpenSwiftData
import PostgresFormat
import PostgresRecords

extension PostgresSharding {
  /// Databases that distribute tables over servers themselves.
  public enum Cluster: String, Hashable, Sendable, CaseIterable {
    /// PostgreSQL with the Citus extension.
    case citus
    /// CockroachDB, which uses PostgreSQL's protocol.
    case cockroachDB
    /// YugabyteDB, which uses PostgreSQL's front end.
    case yugabyteDB

    fileprivate var stored: PostgresClusterStatements.Cluster {
      switch self {
      case .citus: .citus
      case .cockroachDB: .cockroach
      case .yugabyteDB: .yugabyte
      }
    }
  }

  /// Generates a script that creates the models' tables in a database that distributes tables over
  /// servers itself, partitioned by the shard keys.
  ///
  /// Comments at the start of the script list the PostgreSQL features that the database lacks.
  ///
  /// > Important: The script is not run. It is text for an administrator to review, who knows the
  /// > version of that database; the library was not tested with any of these databases.
  ///
  /// - Parameters:
  ///   - schema: The models.
  ///   - cluster: The database.
  /// - Returns: Comments, followed by the statements, one on each line.
  /// - Throws: `SwiftDataError.unsupportedModel` that lists every problem of the models and their
  ///   shard keys.
  public func script(for schema: Schema, on cluster: Cluster) throws -> String {
    try stored.script(for: schema.modelDescription, cluster.stored)
  }
}
