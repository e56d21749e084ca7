import CoreDataFormat
import Foundation
import PostgresDriver
import PostgresFormat
import SQLCore
import SwiftDataErrors

extension PostgresStoreOptions {
  /// The location of the store, for messages; it contains no password.
  package var place: String { "\(settings.description) schema=\(mapping?.schema ?? schema)" }

  /// The SQL name of a system table of the store.
  func name(of table: PostgresSystemTable) -> String { table.name(in: schema) }

  /// The query for the digest of the entities that the store contains now.
  var readDigest: String { "SELECT value FROM \(name(of: .store)) WHERE name = 'digest'" }

  /// The channel on which transactions announce that they have changed something.
  var channel: String {
    // The server would truncate a longer name.
    let name = "openswiftdata_\(schema)"
    guard name.utf8.count > 63 else { return name }
    let digest = schema.utf8.reduce(UInt64(14_695_981_039_346_656_037)) {
      ($0 ^ UInt64($1)) &* 1_099_511_628_211
    }
    return "openswiftdata_\(String(digest, radix: 36))"
  }

  /// Opens a connection whose statements refer to the tables of the store.
  ///
  /// - Throws: `SwiftDataError` that says why none can be opened.
  package func connect() throws -> PostgresConnection {
    try reporting {
      let deadline = ContinuousClock.now + takeoverWait
      while true {
        do throws(SQLError) {
          let connection = try PostgresConnection(settings)
          let isMisled =
            settings.hasTransactionPooler ? false : try connection.isPooledByTransactions()
          if !isMisled {
            try Self.settingUp { () throws(SQLError) in try prepare(connection) }
            return connection
          }
        } catch {
          guard hasSeveralServers, error.isLossOfServer, ContinuousClock.now < deadline else {
            throw error
          }
          Thread.sleep(forTimeInterval: 0.1)
          continue
        }
        throw undeclaredPooler
      }
    }
  }

  /// The error for a pooler that the configuration does not declare.
  private var undeclaredPooler: SwiftDataError {
    SwiftDataError.storeCannotBeOpened.explained(
      "The store \(place) cannot be opened. A pooler in between assigns another connection to each "
        + "transaction, as PgBouncer does with pool_mode = transaction, but the configuration does not "
        + "declare this.",
      path: place, advice: Self.poolerAdvice)
  }

  static let poolerAdvice =
    "Set the configuration's hasTransactionPooler to true, or connect to the server itself or to a session pooler."

  /// Creates the pool of connections to the server.
  func makePool() -> PostgresPool {
    var limits = PostgresPoolLimits(connections: maximumConnections)
    limits.waiting = connectionWait
    return PostgresPool(
      settings, limits: limits,
      onOpen: { connection throws(SQLError) in
        try Self.settingUp { () throws(SQLError) in
          try prepare(connection)
          // The connection may lead to a server that has taken over meanwhile, or that was reset.
          if keepsHistoryNumbers { try PostgresHistoryNumbers(self, connection).settle() }
        }
      })
  }

  /// Whether this process makes the numbers of another server continue after those in the history.
  var keepsHistoryNumbers: Bool { allowsSave && mapping == nil }

  /// Creates a pool of connections to each replica.
  func makeReplicaPools(_ replicas: PostgresReplicaOptions) -> [PostgresPool] {
    var limits = PostgresPoolLimits(connections: replicas.maximumConnections)
    limits.waiting = connectionWait
    return replicas.settings.map { settings in
      PostgresPool(
        settings, limits: limits,
        onOpen: { connection throws(SQLError) in
          try Self.settingUp { () throws(SQLError) in try setSchema(connection, schema) }
        })
    }
  }

  /// Sets up a connection; its loss leaves no uncertainty, because the settings were lost too or
  /// can be set again.
  private static func settingUp(_ body: () throws(SQLError) -> Void) throws(SQLError) {
    do { try body() } catch {
      guard error.kind == .outcomeUnknown else { throw error }
      throw SQLError(
        kind: .connectionLost, code: error.code, message: error.message, statement: error.statement,
        details: error.details)
    }
  }

  private func setSchema(
    _ connection: PostgresConnection, _ schema: String
  ) throws(SQLError) {
    // Independent of the database's default isolation, a statement outside of a transaction must
    // see what others have committed, and wait for them if it changes the same rows. Type names are
    // read and compared, so they must not be quoted. A backslash in a text stands for itself.
    try connection.execute(
      """
      SET search_path TO \(connection.dialect.quoted(schema)); SET DateStyle TO ISO; \
      SET default_transaction_isolation TO 'read committed'; SET quote_all_identifiers TO off; \
      SET standard_conforming_strings TO on
      """)
  }

  private func prepare(_ connection: PostgresConnection) throws(SQLError) {
    let schema = mapping?.schema ?? schema
    // Settings on a pooler's connection would affect its next user instead of this session.
    guard !settings.hasTransactionPooler else { return }
    try setSchema(connection, schema)
    if let tables { return try connection.execute(tables.script) }
    // Other programs do not announce their changes.
    if mapping == nil { try listen(connection) }
  }

  private func listen(_ connection: PostgresConnection) throws(SQLError) {
    do {
      try connection.listenForChanges(on: channel)
    } catch {
      // A replica receives no notifications, so its readers poll for changes.
      guard error.kind == .readOnly else { throw error }
      guard allowsSave || replicas != nil else { return }
      throw SQLError(
        kind: .notReady, code: error.code,
        message: "The server is a replica, which is read-only", statement: error.statement)
    }
  }

  /// Runs `body` and translates database errors into errors of the store.
  package func reporting<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let error as SQLError {
      throw describe(error)
    } catch let error as LayoutError {
      throw SwiftDataError.unsupportedModel.explained(
        "\(error).", entity: error.entity, path: place,
        advice: "Change the models; if they were read from the database, restore it from a backup.",
        underlying: error)
    }
  }
}
