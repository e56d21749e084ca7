import OpenSwiftData
import PostgresDriver
import PostgresRecords

/// How the rows of models are parted among partitions, by the value of a property that each of them has: its shard key.
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
/// Rows with the same shard key are in partitions of the same number, and so on the same server. A fetch whose predicate
/// says what the shard key is reads one partition; any other reads all.
///
/// The number of partitions, the shard keys and the servers are settled when the store is made.
public struct PostgresSharding: Hashable, Sendable {
  /// How many partitions each table has, a thousand at most.
  ///
  /// It never changes, so that there are to be several for each server.
  public var partitionCount: Int
  /// Where the partitions are: addresses as ``PostgresConfiguration/address`` of databases other than the store's own,
  /// which get the partitions in turn; empty for the store's own database.
  ///
  /// Each names its host and its database, as the store's server knows them too. That server keeps the password that an
  /// address has, in the mapping of its user.
  public var servers: [String]
  /// The shard keys by the names of the models' entities: a stored property that is no optional, of type `UUID`, `Int`
  /// and its smaller kinds, or `String`.
  public var keys: [String: String]
  /// Whether a save may write on several servers, which do not commit together.
  ///
  /// Where it may not, such a save fails, and nothing is written. Where it may, and a server fails while it commits, a
  /// part of the save may be there and another not; the save fails then with an error which says that its outcome is not
  /// known.
  public var allowsSavesAcrossServers: Bool

  /// Describes how rows are parted.
  ///
  /// - Parameters:
  ///   - partitionCount: How many partitions each table has.
  ///   - servers: Where they are; empty for the store's own database.
  ///   - keys: The shard keys, by the names of the models' entities.
  ///   - allowsSavesAcrossServers: Whether a save may write on several servers; not where nothing is said.
  public init(
    partitionCount: Int, servers: [String] = [], keys: [String: String] = [:],
    allowsSavesAcrossServers: Bool = false
  ) {
    (self.partitionCount, self.servers, self.keys) = (partitionCount, servers, keys)
    self.allowsSavesAcrossServers = allowsSavesAcrossServers
  }

  /// The shard key of a model, by the name of the property; nil for a model whose rows are all in one table of the
  /// store's own server.
  ///
  /// Of models that inherit from each other the topmost has it, for all of them.
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
