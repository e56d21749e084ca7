import PostgresDriver
import PostgresFormat
import RecordStore

/// Which store in a PostgreSQL is meant, and how it is used.
package struct PostgresStoreOptions: Hashable, Sendable {
  /// For messages.
  package var name: String
  package var settings: PostgresSettings
  /// The schema of the database that has the store's tables; it is made where it is missing.
  package var schema: String
  package var allowsSave: Bool
  package var tracksHistory: Bool
  /// How much of the history is kept; nil for all.
  package var historyLimit: HistoryLimit?
  /// Whether indexes that a migration adds are made after it, while others write.
  package var buildsIndexesConcurrently = false
  /// The cases of enumerations, to whose raw values columns are constrained; nil where that is not asked for.
  package var enumerationCases: PostgresEnumerationCases?
  /// Where entities are in tables that another program made; nil for a store of the library's own.
  package var mapping: PostgresTableMapping?
  /// Those tables, once they were found: each connection has its own views of them.
  var tables: PostgresMappedTables?

  /// How many connections there are at most.
  package var maximumConnections = 10
  /// How long to wait for one that is free.
  package var connectionWait: Duration = .seconds(30)

  /// What is read from instead of the server where it can be; nil for nothing.
  package var replicas: PostgresReplicaOptions? {
    // They are compared with the server that they follow.
    didSet { settings.seeksPrimary = allowsSave || replicas != nil }
  }
  /// How tables are parted among partitions; nil where none is.
  package var sharding: PostgresShardingOptions?

  /// How long reads and saves wait until one of several servers has taken over from one that was lost.
  package var takeoverWait: Duration = .seconds(30)

  /// Whether several servers are named that take over from each other.
  let hasSeveralServers: Bool

  package init(
    name: String, settings: PostgresSettings, schema: String = "public", allowsSave: Bool = true,
    tracksHistory: Bool = true
  ) {
    (self.name, self.settings, self.schema) = (name, settings, schema)
    hasSeveralServers = settings.hasSeveralHosts
    // Whoever only reads is content with any of them.
    self.settings.seeksPrimary = allowsSave
    (self.allowsSave, self.tracksHistory) = (allowsSave, tracksHistory)
  }
}
