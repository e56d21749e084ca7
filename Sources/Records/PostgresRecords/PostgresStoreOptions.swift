import PostgresDriver
import PostgresFormat
import RecordStore

/// The location and settings of a PostgreSQL store.
package struct PostgresStoreOptions: Hashable, Sendable {
  /// The name of the configuration, for messages.
  package var name: String
  package var settings: PostgresSettings
  /// The schema of the database that contains the store's tables; it is created if it does not
  /// exist.
  package var schema: String
  package var allowsSave: Bool
  package var tracksHistory: Bool
  /// How much of the history is kept; nil for all of it.
  package var historyLimit: HistoryLimit?
  /// Whether indexes that a migration adds are created after it, while others write.
  package var buildsIndexesConcurrently = false
  /// The enumeration cases to whose raw values columns are constrained; nil for no constraints.
  package var enumerationCases: PostgresEnumerationCases?
  /// The mapping to tables that another program created; nil for a store with the library's own
  /// tables.
  package var mapping: PostgresTableMapping?
  /// The mapped tables, after they were found; each connection has its own views of them.
  var tables: PostgresMappedTables?

  /// The maximum number of connections.
  package var maximumConnections = 10
  /// How long to wait for a free connection.
  package var connectionWait: Duration = .seconds(30)

  /// The replicas to read from where possible; nil for none.
  package var replicas: PostgresReplicaOptions? {
    // Replicas are compared with the primary that they follow.
    didSet { settings.seeksPrimary = allowsSave || replicas != nil }
  }
  /// How tables are divided into partitions; nil if they are not partitioned.
  package var sharding: PostgresShardingOptions?

  /// How long reads and saves wait for another server to take over from one that was lost.
  package var takeoverWait: Duration = .seconds(30)

  /// Whether the address names several servers, of which one can take over from another.
  let hasSeveralServers: Bool

  package init(
    name: String, settings: PostgresSettings, schema: String = "public", allowsSave: Bool = true,
    tracksHistory: Bool = true
  ) {
    (self.name, self.settings, self.schema) = (name, settings, schema)
    hasSeveralServers = settings.hasSeveralHosts
    // A store that is only read can use any of them.
    self.settings.seeksPrimary = allowsSave
    (self.allowsSave, self.tracksHistory) = (allowsSave, tracksHistory)
  }
}
