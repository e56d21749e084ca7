import DataSchema
import Foundation
import OpenSwiftData
import PostgresDriver
import PostgresRecords
import RecordStore

/// Describes a store in a PostgreSQL: a schema of one of its databases, in which each model has a table.
///
/// ```swift
/// let container = try ModelContainer(
///   for: Schema([Trip.self]), configurations: [PostgresConfiguration("postgres://app@localhost/trips")])
/// ```
public struct PostgresConfiguration: DataStoreConfiguration {
  /// The store that the configuration is for.
  public typealias Store = PostgresDataStore

  /// The name of the configuration.
  public var name: String
  /// The models of the store; nil for all of the container's.
  public var schema: Schema?
  /// Where the database is: a URL (`postgres://…`) or keywords (`host=… dbname=…`), as libpq reads them; what
  /// neither says is found in `PG…` variables, a service file and `.pgpass`.
  public var address: String
  /// The schema of the database that has the store's tables; it is made where it is missing.
  public var databaseSchema: String
  /// Whether the store may be changed.
  public var allowsSave: Bool
  /// Whether the store keeps a history of its transactions.
  public var tracksHistory = true
  /// Where the models are in tables that another program made; nil for a store of the library's own.
  ///
  /// What does not fit the models is an error that names all of it when the container opens.
  public var mapping: PostgresMapping?
  /// Whether indexes that a migration adds are made after its transaction, while others read and write
  /// (`CREATE INDEX CONCURRENTLY`); unique ones are made within it.
  ///
  /// Opening the store waits for them. What was not finished, because the program was ended, the next opening
  /// makes again.
  public var buildsIndexesConcurrently = false

  /// Describes a store.
  ///
  /// - Parameters:
  ///   - address: Where the database is.
  ///   - name: The name of the configuration.
  ///   - schema: The models of the store; nil for all of the container's.
  ///   - databaseSchema: The schema of the database that has the store's tables.
  ///   - allowsSave: Whether the store may be changed.
  public init(
    _ address: String, name: String = "default", schema: Schema? = nil,
    databaseSchema: String = "public", allowsSave: Bool = true
  ) {
    (self.name, self.schema, self.address) = (name, schema, address)
    (self.databaseSchema, self.allowsSave) = (databaseSchema, allowsSave)
  }

  // Classes of models are not compared: where the store is says which it is.

  /// Whether two configurations mean the same store.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.name == rhs.name && lhs.address == rhs.address && lhs.databaseSchema == rhs.databaseSchema
      && lhs.allowsSave == rhs.allowsSave && lhs.tracksHistory == rhs.tracksHistory
      && lhs.mapping == rhs.mapping
      && lhs.buildsIndexesConcurrently == rhs.buildsIndexesConcurrently
  }

  /// Feeds what tells the store from others.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(name)
    hasher.combine(address)
    hasher.combine(databaseSchema)
  }
}

extension PostgresConfiguration: RowStoreConfiguration {
  package func findRowStore(
    _ model: ModelDescription, newVersion version: () throws -> String?
  ) throws -> any MigratableStore {
    try PostgresFoundStore(options, model: model, newVersion: version)
  }

  package func findForReport(_ model: ModelDescription) throws -> any ReportedStore {
    var options = options
    options.allowsSave = false
    return try PostgresFoundStore(options, model: model)
  }

  private var options: PostgresStoreOptions {
    var options = PostgresStoreOptions(
      name: name, settings: PostgresSettings(address), schema: databaseSchema,
      allowsSave: allowsSave)
    options.tracksHistory = tracksHistory
    options.buildsIndexesConcurrently = buildsIndexesConcurrently
    options.mapping = mapping?.stored
    return options
  }
}
