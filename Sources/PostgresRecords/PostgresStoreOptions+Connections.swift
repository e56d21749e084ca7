import CoreDataFormat
import Foundation
import PostgresDriver
import PostgresFormat
import SQLCore
import SwiftDataErrors

extension PostgresStoreOptions {
  /// Where the store is, for messages; without any password.
  package var place: String { "\(settings.description) schema=\(mapping?.schema ?? schema)" }

  /// A table of the store beside those of its entities, as SQL has its name.
  func name(of table: PostgresSystemTable) -> String { table.name(in: schema) }

  /// Asks what the store holds now.
  var readDigest: String { "SELECT value FROM \(name(of: .store)) WHERE name = 'digest'" }

  /// On which transactions say that they have changed something.
  var channel: String {
    // Of a longer name the server would keep a part.
    let name = "openswiftdata_\(schema)"
    guard name.utf8.count > 63 else { return name }
    let digest = schema.utf8.reduce(UInt64(14_695_981_039_346_656_037)) {
      ($0 ^ UInt64($1)) &* 1_099_511_628_211
    }
    return "openswiftdata_\(String(digest, radix: 36))"
  }

  /// A connection whose statements mean the tables of the store.
  ///
  /// - Throws: `SwiftDataError` that says why there is none.
  func connect() throws -> PostgresConnection {
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

  /// The error for a pooler that the configuration does not tell of.
  private var undeclaredPooler: SwiftDataError {
    SwiftDataError.storeCannotBeOpened.explained(
      "Between the program and the store \(place) is a pooler that gives each transaction another connection, as "
        + "PgBouncer does with pool_mode = transaction, and the configuration does not say so.",
      path: place, advice: Self.poolerAdvice)
  }

  static let poolerAdvice =
    "Set hasTransactionPooler of the configuration to true, or connect to the server itself or to a pooler of sessions."

  /// Connections that are made alike.
  func makePool() -> PostgresPool {
    var limits = PostgresPoolLimits(connections: maximumConnections)
    limits.waiting = connectionWait
    return PostgresPool(
      settings, limits: limits,
      onOpen: { connection throws(SQLError) in
        try Self.settingUp { () throws(SQLError) in
          try prepare(connection)
          // It may lead to a server that has taken over meanwhile, or was set back.
          if keepsHistoryNumbers { try PostgresHistoryNumbers(self, connection).settle() }
        }
      })
  }

  /// Whether it sees to it that transactions of another server have numbers that follow.
  var keepsHistoryNumbers: Bool { allowsSave && mapping == nil }

  /// Connections to each replica.
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

  /// Sets up a connection, whose loss leaves nothing uncertain: what was set went with it, or can be set again.
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
    // A statement by itself is to see what others have committed, and to wait for them where it changes the same rows,
    // whatever transactions are like where nothing is said. The names of types are read, and compared. A backslash in a text is one.
    try connection.execute(
      """
      SET search_path TO \(connection.dialect.quoted(schema)); SET DateStyle TO ISO; \
      SET default_transaction_isolation TO 'read committed'; SET quote_all_identifiers TO off; \
      SET standard_conforming_strings TO on
      """)
  }

  private func prepare(_ connection: PostgresConnection) throws(SQLError) {
    let schema = mapping?.schema ?? schema
    // What is set on a connection of a pooler's is set for whoever gets it next, and not for oneself.
    guard !settings.hasTransactionPooler else { return }
    try setSchema(connection, schema)
    if let tables { return try connection.execute(tables.script) }
    // Other programs do not say when they have changed something.
    if mapping == nil { try listen(connection) }
  }

  private func listen(_ connection: PostgresConnection) throws(SQLError) {
    do {
      try connection.listenForChanges(on: channel)
    } catch {
      // Nobody tells a replica of changes, and so whoever reads there looks for them.
      guard error.kind == .readOnly else { throw error }
      guard allowsSave || replicas != nil else { return }
      throw SQLError(
        kind: .notReady, code: error.code,
        message: "The server is a replica, and can only be read", statement: error.statement)
    }
  }

  /// Runs `body` and gives the database's failures the words of the store.
  func reporting<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let error as SQLError {
      throw describe(error)
    } catch let error as LayoutError {
      throw SwiftDataError.unsupportedModel.explained(
        "\(error).", entity: error.entity, path: place, underlying: error)
    }
  }
}
