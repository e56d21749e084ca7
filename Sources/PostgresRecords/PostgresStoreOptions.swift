import PostgresDriver
import PostgresFormat

/// Which store in a PostgreSQL is meant, and how it is used.
package struct PostgresStoreOptions: Hashable, Sendable {
  /// For messages.
  package var name: String
  package var settings: PostgresSettings
  /// The schema of the database that has the store's tables; it is made where it is missing.
  package var schema: String
  package var allowsSave: Bool
  package var tracksHistory: Bool
  /// Whether indexes that a migration adds are made after it, while others write.
  package var buildsIndexesConcurrently = false
  /// Where entities are in tables that another program made; nil for a store of the library's own.
  package var mapping: PostgresTableMapping?
  /// Those tables, once they were found: each connection has its own views of them.
  var tables: PostgresMappedTables?

  /// How many connections there are at most.
  package var maximumConnections = 10
  /// How long to wait for one that is free.
  package var connectionWait: Duration = .seconds(30)

  package init(
    name: String, settings: PostgresSettings, schema: String = "public", allowsSave: Bool = true,
    tracksHistory: Bool = true
  ) {
    (self.name, self.settings, self.schema) = (name, settings, schema)
    (self.allowsSave, self.tracksHistory) = (allowsSave, tracksHistory)
  }
}
