import OpenSwiftData
import PostgresDriver
import PostgresRecords

/// Divides the rows of models among partitions, by the value of a property of each model: its shard
/// key.
///
/// ```swift
/// var sharding = PostgresSharding(
///   partitionCount: 16, servers: ["postgres://app@north/goals", "postgres://app@south/goals"])
/// sharding[Goal.self] = "ownerID"
/// sharding[Step.self] = "ownerID"
/// var configuration = PostgresConfiguration("postgres://app@center/goals")
/// configuration.sharding = sharding
/// ```
///
/// Rows with the same shard key are in partitions with the same number, and therefore on the same
/// server. A fetch whose predicate specifies the shard key reads one partition; any other fetch
/// reads all of them.
///
/// The number of partitions, the shard keys and the servers are fixed when the store is created.
public struct PostgresSharding: Hashable, Sendable {
  /// The number of partitions of each table, at most a thousand.
  ///
  /// It can never be changed, so choose several partitions for each server.
  public var partitionCount: Int
  /// The addresses of the databases that contain the partitions, in the form of
  /// ``PostgresConfiguration/address``; empty for the store's own database.
  ///
  /// The partitions are assigned to the databases in turn. None of them may be the store's own
  /// database. Each address names a host and a database, and must also be valid as seen from the
  /// store's server. That server stores the password of an address in its user mapping.
  public var servers: [String]
  /// The shard keys, by entity name: stored properties that are not optional, of type `UUID`,
  /// `String`, `Int` or a smaller integer type.
  public var keys: [String: String]
  /// Whether a save may write to several servers, which do not commit atomically.
  ///
  /// If false, such a save fails, and nothing is written. If true, and a server fails during the
  /// commit, the save may be written only in part; it then throws an error that says that the
  /// outcome is unknown.
  public var allowsSavesAcrossServers: Bool

  /// Creates a description of how rows are divided.
  ///
  /// - Parameters:
  ///   - partitionCount: The number of partitions of each table.
  ///   - servers: The addresses of the databases that contain them; empty for the store's own
  ///     database.
  ///   - keys: The shard keys, by entity name.
  ///   - allowsSavesAcrossServers: Whether a save may write to several servers; false by default.
  public init(
    partitionCount: Int, servers: [String] = [], keys: [String: String] = [:],
    allowsSavesAcrossServers: Bool = false
  ) {
    (self.partitionCount, self.servers, self.keys) = (partitionCount, servers, keys)
    self.allowsSavesAcrossServers = allowsSavesAcrossServers
  }

  /// The name of the property that is a model's shard key; nil for a model whose rows are all in
  /// one table on the store's own server.
  ///
  /// Among models that inherit from each other, the root model has the shard key for all of them.
  public subscript(model: any PersistentModel.Type) -> String? {
    get { keys[Schema.entityName(for: model)] }
    set { keys[Schema.entityName(for: model)] = newValue }
  }

  var stored: PostgresShardingOptions {
    PostgresShardingOptions(
      partitionCount: partitionCount, keys: keys,
      servers: servers.map { PostgresSettings($0) },
      allowsSavesAcrossServers: allowsSavesAcrossServers)
  }
}
