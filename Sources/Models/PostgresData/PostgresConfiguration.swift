import DataSchema
import Foundation
import OpenSwiftData
import PostgresDriver
import PostgresRecords
import RecordStore
import SwiftDataErrors

/// Describes a store in PostgreSQL: a schema of a database, in which each model has a table.
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
  /// The address of the database: a URL (`postgres://…`) or keywords (`host=… dbname=…`), as libpq
  /// reads them.
  ///
  /// Missing settings come from `PG…` environment variables, a service file and `.pgpass`.
  ///
  /// The address may name several hosts of a cluster (`postgres://a,b/trips`), of which one takes
  /// over when another fails. The store then uses the host that can be written to, or the one that
  /// `target_session_attrs` selects. If ``allowsSave`` is false, it uses the first host that
  /// answers.
  public var address: String
  /// The schema of the database that contains the store's tables; it is created if it does not
  /// exist.
  public var databaseSchema: String
  /// Whether the store may be changed.
  public var allowsSave: Bool
  /// Whether the store keeps a history of its transactions.
  public var tracksHistory = true
  /// How much of the history is kept; all of it by default.
  ///
  /// Expired history is pruned after a save, in a separate transaction. A save therefore never
  /// fails because of pruning, and never waits for another program that prunes.
  public var historyRetention = ModelConfiguration.HistoryRetention.all
  /// The mapping to tables that another program created; nil for a store with the library's own
  /// tables.
  ///
  /// If the tables do not fit the models, opening the container throws an error that lists every
  /// difference.
  public var mapping: PostgresMapping?
  /// Whether indexes that a migration adds are built after its transaction, while others read and
  /// write (`CREATE INDEX CONCURRENTLY`).
  ///
  /// Unique indexes are always built within the transaction. Opening the store waits for the
  /// indexes. If the program ends before they are finished, the next opening builds them again.
  public var buildsIndexesConcurrently = false
  /// Whether the columns of enumerations have CHECK constraints, so that no program can write a
  /// value that is not a case.
  ///
  /// The constraints apply to properties whose type, optional or not, is an enumeration that has
  /// raw values and lists its cases (`CaseIterable`). The raw values can be integers, texts or
  /// floating-point numbers. Enumerations are not constrained if they do not list their cases, if
  /// their cases have associated values, or if they are encoded as a whole or are part of another
  /// type.
  ///
  /// Opening a store creates the constraints for the current cases, as does a migration after its
  /// last stage. If rows have other values, that fails with an error that lists them, and the store
  /// is not changed. Creating constraints requires the right to change the tables. If this option
  /// is off, opening a store leaves existing constraints as they are, and a migration removes them.
  ///
  /// This option cannot be combined with ``mapping`` or ``sharding``.
  public var checksEnumerations = false
  /// Whether the address leads to a pooler that assigns a connection to each transaction, as
  /// PgBouncer does with `pool_mode = transaction`.
  ///
  /// If it does, statements are prepared without names, settings last only for a transaction, and
  /// changes by other clients are detected by polling instead of `NOTIFY`. Statements qualify table
  /// names with their schema, so settings of other programs on the shared connections have no
  /// effect on them.
  ///
  /// Opening a store behind such a pooler without this option is an error if the pooler is
  /// detected. It cannot be detected when the pooler has no free connection at that moment.
  public var hasTransactionPooler = false
  /// The maximum number of connections to the server, which all contexts of the store share.
  ///
  /// A context uses a connection only while it reads or saves.
  public var maximumConnections = 10
  /// How long a read or save waits for a free connection before it fails.
  public var connectionWait: Duration = .seconds(30)
  /// The replicas that contexts read from; nil for none.
  public var replicas: PostgresReplicas?
  /// How rows are divided among partitions, which may be on other servers; nil if tables are not
  /// partitioned.
  ///
  /// The sharding is fixed when the store is created, and must be the same each time it is opened.
  public var sharding: PostgresSharding?
  /// The full-text indexes of the store, one for each searchable model; nil, the default, leaves
  /// the store's indexes unchanged.
  ///
  /// Opening the store creates those that are missing, which reads the texts of all rows of their
  /// models once while others wait to write, and drops those that are not in the list. That
  /// requires the right to create functions in the schema and indexes on its tables, and, for
  /// ``OpenSwiftData/TextIndex/Tokenizer/substrings``, the extension `pg_trgm`. If nothing has to be
  /// done, it costs one statement.
  ///
  /// This option cannot be combined with ``mapping`` or ``sharding``.
  public var textIndexes: [TextIndex]?
  /// How long reads, saves and the opening of the store wait for another host to take over from a
  /// server that was lost or cannot be reached.
  ///
  /// Has no effect if the address names only one host.
  public var takeoverWait: Duration = .seconds(30)

  /// Describes a store.
  ///
  /// - Parameters:
  ///   - address: The address of the database, as a URL or as libpq keywords.
  ///   - name: The name of the configuration.
  ///   - schema: The models of the store; nil for all of the container's.
  ///   - databaseSchema: The schema of the database that contains the store's tables.
  ///   - allowsSave: Whether the store may be changed.
  public init(
    _ address: String, name: String = "default", schema: Schema? = nil,
    databaseSchema: String = "public", allowsSave: Bool = true
  ) {
    (self.name, self.schema, self.address) = (name, schema, address)
    (self.databaseSchema, self.allowsSave) = (databaseSchema, allowsSave)
  }

  // Model classes are not compared: the location of the store identifies it.

  /// Whether two configurations describe the same store.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.name == rhs.name && lhs.address == rhs.address && lhs.databaseSchema == rhs.databaseSchema
      && lhs.allowsSave == rhs.allowsSave && lhs.tracksHistory == rhs.tracksHistory
      && lhs.historyRetention == rhs.historyRetention
      && lhs.mapping == rhs.mapping
      && lhs.buildsIndexesConcurrently == rhs.buildsIndexesConcurrently
      && lhs.checksEnumerations == rhs.checksEnumerations
      && lhs.hasTransactionPooler == rhs.hasTransactionPooler
      && lhs.maximumConnections == rhs.maximumConnections
      && lhs.connectionWait == rhs.connectionWait && lhs.replicas == rhs.replicas
      && lhs.takeoverWait == rhs.takeoverWait && lhs.sharding == rhs.sharding
      && lhs.textIndexes == rhs.textIndexes
  }

  /// Hashes the properties that identify the store.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(name)
    hasher.combine(address)
    hasher.combine(databaseSchema)
  }
}

extension PostgresConfiguration {
  /// Describes the store that an address on a command line names.
  ///
  /// - Parameters:
  ///   - text: The address. Its parameter `schema=`, if present, selects the schema of the database.
  ///   - standardSchema: The schema to use if the address does not name one.
  public init(storeAt text: String, standardSchema: String = "public") {
    let place = PostgresStoreAddress(text)
    self.init(place.address, databaseSchema: place.schema ?? standardSchema)
  }

  /// The location of the store, for messages; it contains no password.
  public var place: String {
    PostgresStoreOptions(name: name, settings: PostgresSettings(address), schema: databaseSchema)
      .place
  }
}

extension PostgresConfiguration: RowStoreConfiguration {
  package func findRowStore(
    _ model: ModelDescription, of schema: Schema, newVersion version: () throws -> String?
  ) throws -> any MigrationSource {
    try checkReplicas()
    try checkSharding()
    try checkConstraints()
    try checkTextIndexes()
    var options = options
    if checksEnumerations { options.enumerationCases = schema.enumerationCases }
    return try PostgresSource(options, model: model, newVersion: version)
  }

  package func findForReport(_ model: ModelDescription) throws -> any MigrationReportSource {
    var options = options
    options.allowsSave = false
    return try PostgresSource(options, model: model)
  }

  /// Throws if the configuration combines replicas with something that they do not support.
  private func checkReplicas() throws {
    guard let replicas, !replicas.addresses.isEmpty else { return }
    let (what, advice): (String, String)
    if mapping != nil {
      (what, advice) = (
        "Mapped tables are read through temporary views, which a replica cannot have.",
        "Remove the replicas or the mapping."
      )
    } else if hasTransactionPooler {
      (what, advice) = (
        "Behind a transaction pooler, a program cannot know which server answered.",
        "Remove the replicas, or connect to the servers themselves."
      )
    } else if let place = replicas.addresses.firstIndex(where: { !PostgresSettings($0).isReadable })
    {
      (what, advice) = (
        "The address of the replica at index \(place) cannot be parsed.",
        "Use a URL (postgres://user@host/database) or keywords (host=… dbname=…)."
      )
    } else {
      return
    }
    throw SwiftDataError.storeCannotBeOpened.explained(
      "A store with this configuration cannot be read from replicas. \(what)", path: place,
      advice: advice)
  }

  /// Throws if the configuration combines sharding with something that it does not support.
  private func checkSharding() throws {
    guard let sharding else { return }
    let (what, advice): (String, String)
    if mapping != nil {
      (what, advice) = (
        "The partitions of mapped tables are defined by the program that created them.",
        "Remove the mapping or the sharding."
      )
    } else if replicas?.addresses.isEmpty == false {
      (what, advice) = (
        "A replica shows its own tables in an older state than the partitions on other servers.",
        "Remove the replicas or the sharding."
      )
    } else if hasTransactionPooler {
      (what, advice) = (
        "Behind a transaction pooler, a program cannot keep the node number that it needs for new keys.",
        "Connect to the server itself."
      )
    } else if let place = sharding.servers.firstIndex(where: {
      PostgresSettings($0).foreignOptions == nil
    }) {
      (what, advice) = (
        "The address of the server at index \(place) does not specify a host and a database.",
        "Use a URL (postgres://user@host/database) or keywords (host=… dbname=…)."
      )
    } else {
      return
    }
    throw SwiftDataError.storeCannotBeOpened.explained(
      "A store with this configuration cannot be sharded. \(what)", path: place, advice: advice)
  }

  /// Throws if the configuration combines enumeration constraints with something that they do not
  /// support.
  private func checkConstraints() throws {
    guard checksEnumerations, mapping != nil || sharding != nil else { return }
    let (what, advice) =
      mapping != nil
      ? (
        "The constraints of mapped tables are defined by the program that created them.",
        "Remove the mapping or checksEnumerations."
      )
      : (
        "A server does not check partitions on other servers.",
        "Remove the sharding or checksEnumerations."
      )
    throw SwiftDataError.storeCannotBeOpened.explained(
      "A store with this configuration cannot check enumerations. \(what)", path: place,
      advice: advice)
  }

  private var options: PostgresStoreOptions {
    var options = PostgresStoreOptions(
      name: name,
      settings: PostgresSettings(address, hasTransactionPooler: hasTransactionPooler),
      schema: databaseSchema, allowsSave: allowsSave)
    options.tracksHistory = tracksHistory
    options.historyLimit = historyRetention.limit
    options.buildsIndexesConcurrently = buildsIndexesConcurrently
    options.maximumConnections = maximumConnections
    options.connectionWait = connectionWait
    options.mapping = mapping?.stored
    options.takeoverWait = takeoverWait
    options.replicas = replicas?.stored
    options.sharding = sharding?.stored
    return options
  }
}
