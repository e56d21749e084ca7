import DataSchema
import Foundation
import OpenSwiftData
import PostgresDriver
import PostgresRecords
import RecordStore
import SwiftDataErrors

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
  ///
  /// Of several hosts (`postgres://a,b/trips`), servers of which one takes over when another fails, the one is meant
  /// that can be written to, or what `target_session_attrs` says; with ``allowsSave`` false, the first that answers.
  public var address: String
  /// The schema of the database that has the store's tables; it is made where it is missing.
  public var databaseSchema: String
  /// Whether the store may be changed.
  public var allowsSave: Bool
  /// Whether the store keeps a history of its transactions.
  public var tracksHistory = true
  /// How much of the history is kept; all of it unless this is set.
  ///
  /// What is to go goes after a save, in a transaction of its own, so that no save fails by it or waits for another
  /// program that does the same.
  public var historyRetention = ModelConfiguration.HistoryRetention.all
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
  /// Whether tables have CHECK constraints by which no program writes a value into the column of an enumeration that
  /// none of its cases has.
  ///
  /// They are on the properties whose type, optional or not, is an enumeration with raw values that lists its cases
  /// (`CaseIterable`): integers, texts or floating-point numbers. An enumeration that lists none, whose cases have
  /// associated values, or that is coded whole or stands within another type, is not constrained.
  ///
  /// Opening a store makes the constraints as the cases are now, as does a migration when its last stage has ended;
  /// where rows have other values, that fails with an error that names them, and the store is as it was. Where they
  /// are to be made, that takes the right to change the tables. Without the option, opening a store leaves those that
  /// are there as they are, and a migration takes them away.
  ///
  /// Refused together with ``mapping`` and ``sharding``.
  public var checksEnumerations = false
  /// Whether the address leads to a pooler that gives each transaction a connection of its own choice, as pgbouncer
  /// does with `pool_mode = transaction`.
  ///
  /// Statements are prepared without names then, nothing is set for longer than a transaction, and that others have
  /// changed something is looked for instead of heard. Statements name the schema of their tables, so that it does not
  /// matter what other programs set on the connections that they share with the store.
  ///
  /// Opening a store behind such a pooler without the option is an error, as far as it can be told: of a pooler that
  /// has no connection free at that moment it cannot.
  public var hasTransactionPooler = false
  /// How many connections to the server there are at most, which all contexts of the store share.
  ///
  /// A context has one while it reads or saves, and none in between.
  public var maximumConnections = 10
  /// How long who reads or saves waits for a connection that is free before that fails.
  public var connectionWait: Duration = .seconds(30)
  /// The replicas that contexts read from; nil for none.
  public var replicas: PostgresReplicas?
  /// How rows are parted among partitions, which may be on other servers; nil where none are.
  ///
  /// It is settled when the store is made, and has to be the same each time it is opened.
  public var sharding: PostgresSharding?
  /// How long reads, saves and the opening of the store wait for one of several hosts to take over from a server that
  /// was lost, or that cannot be reached.
  ///
  /// Has no effect where the address names one host.
  public var takeoverWait: Duration = .seconds(30)

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
      && lhs.historyRetention == rhs.historyRetention
      && lhs.mapping == rhs.mapping
      && lhs.buildsIndexesConcurrently == rhs.buildsIndexesConcurrently
      && lhs.checksEnumerations == rhs.checksEnumerations
      && lhs.hasTransactionPooler == rhs.hasTransactionPooler
      && lhs.maximumConnections == rhs.maximumConnections
      && lhs.connectionWait == rhs.connectionWait && lhs.replicas == rhs.replicas
      && lhs.takeoverWait == rhs.takeoverWait && lhs.sharding == rhs.sharding
  }

  /// Feeds what tells the store from others.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(name)
    hasher.combine(address)
    hasher.combine(databaseSchema)
  }
}

extension PostgresConfiguration {
  /// Describes the store that an address names, with its schema where it has a parameter `schema=`.
  ///
  /// - Parameters:
  ///   - text: The address, as somebody wrote it on a command line.
  ///   - standardSchema: The schema where it names none.
  package init(storeAt text: String, standardSchema: String = "public") {
    let place = PostgresStoreAddress(text)
    self.init(place.address, databaseSchema: place.schema ?? standardSchema)
  }

  /// Where the store is, for messages; without any password.
  package var place: String {
    PostgresStoreOptions(name: name, settings: PostgresSettings(address), schema: databaseSchema)
      .place
  }
}

extension PostgresConfiguration: RowStoreConfiguration {
  package func findRowStore(
    _ model: ModelDescription, of schema: Schema, newVersion version: () throws -> String?
  ) throws -> any MigratableStore {
    try checkReplicas()
    try checkSharding()
    try checkConstraints()
    var options = options
    if checksEnumerations { options.enumerationCases = schema.enumerationCases }
    return try PostgresFoundStore(options, model: model, newVersion: version)
  }

  package func findForReport(_ model: ModelDescription) throws -> any ReportedStore {
    var options = options
    options.allowsSave = false
    return try PostgresFoundStore(options, model: model)
  }

  /// Refuses what replicas cannot be read with.
  private func checkReplicas() throws {
    guard let replicas, !replicas.addresses.isEmpty else { return }
    let (what, advice): (String, String)
    if mapping != nil {
      (what, advice) = (
        "Tables that another program made are read by views of each connection, which a replica cannot have.",
        "Leave replicas out, or give their database to a container of its own with allowsSave: false."
      )
    } else if hasTransactionPooler {
      (what, advice) = (
        "Behind a pooler of transactions nobody knows which server has answered.",
        "Leave replicas out, or connect to the servers themselves."
      )
    } else if let place = replicas.addresses.firstIndex(where: { !PostgresSettings($0).isReadable })
    {
      (what, advice) = (
        "The address of the replica in place \(place) cannot be read.",
        "Give it as a URL (postgres://user@host/database), or by keywords (host=… dbname=…)."
      )
    } else {
      return
    }
    throw SwiftDataError.storeCannotBeOpened.explained(
      "A store with this configuration cannot be read from replicas. \(what)", path: place,
      advice: advice)
  }

  /// Refuses what shards cannot be had with.
  private func checkSharding() throws {
    guard let sharding else { return }
    let (what, advice): (String, String)
    if mapping != nil {
      (what, advice) = (
        "Tables that another program made are parted as that program has it.",
        "Leave the mapping out, or the sharding."
      )
    } else if replicas?.addresses.isEmpty == false {
      (what, advice) = (
        "A replica shows the partitions that are on other servers as they are now, and not as old as what is its own.",
        "Leave replicas out, or the sharding."
      )
    } else if hasTransactionPooler {
      (what, advice) = (
        "Behind a pooler of transactions the numbers by which keys are made cannot be kept.",
        "Connect to the server itself."
      )
    } else if let place = sharding.servers.firstIndex(where: {
      PostgresSettings($0).foreignOptions == nil
    }) {
      (what, advice) = (
        "The address of the server in place \(place) does not name a host and a database.",
        "Give it as a URL (postgres://user@host/database), or by keywords (host=… dbname=…)."
      )
    } else {
      return
    }
    throw SwiftDataError.storeCannotBeOpened.explained(
      "A store with this configuration cannot be sharded. \(what)", path: place, advice: advice)
  }

  /// Refuses what constraints cannot be had with.
  private func checkConstraints() throws {
    guard checksEnumerations, mapping != nil || sharding != nil else { return }
    let (what, advice) =
      mapping != nil
      ? (
        "Tables that another program made have the constraints that it gave them.",
        "Leave the mapping out, or checksEnumerations."
      )
      : (
        "Partitions on other servers are not checked by this one.",
        "Leave the sharding out, or checksEnumerations."
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
