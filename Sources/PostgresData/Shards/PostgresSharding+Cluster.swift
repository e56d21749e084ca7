import OpenSwiftData
import PostgresFormat
import PostgresRecords

extension PostgresSharding {
  /// Databases that spread tables over servers by themselves.
  public enum Cluster: String, Hashable, Sendable, CaseIterable {
    /// PostgreSQL with the extension Citus.
    case citus
    /// CockroachDB, which speaks PostgreSQL's protocol.
    case cockroachDB
    /// YugabyteDB, which has PostgreSQL's front end.
    case yugabyteDB

    fileprivate var stored: PostgresClusterStatements.Cluster {
      switch self {
      case .citus: .citus
      case .cockroachDB: .cockroach
      case .yugabyteDB: .yugabyte
      }
    }
  }

  /// Writes the tables of models as a database would have them that spreads tables over servers by itself, parted by the
  /// shard keys, with what of PostgreSQL that database lacks.
  ///
  /// > Important: Not run here. The statements are text for an administrator to review, who knows the version of that
  /// > database; the library was not tried with any of them.
  ///
  /// - Parameters:
  ///   - schema: The models.
  ///   - cluster: The database.
  /// - Returns: Statements, each on a line, behind comments.
  /// - Throws: `SwiftDataError.unsupportedModel` that says all that is wrong with the models or their shard keys.
  public func script(for schema: Schema, on cluster: Cluster) throws -> String {
    try stored.script(for: schema.modelDescription, cluster.stored)
  }
}
