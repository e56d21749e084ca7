import CoreDataFormat
import Foundation
import PostgresDriver
import PostgresFormat
import SQLCore
import SwiftDataErrors

extension PostgresStoreOptions {
  /// Where the store is, for messages; without any password.
  package var place: String { "\(settings.description) schema=\(mapping?.schema ?? schema)" }

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
          try prepare(connection)
          return connection
        } catch {
          guard hasSeveralServers, error.isLossOfServer, ContinuousClock.now < deadline else {
            throw error
          }
          Thread.sleep(forTimeInterval: 0.1)
        }
      }
    }
  }

  /// Connections that are made alike.
  func makePool() -> PostgresPool {
    var limits = PostgresPoolLimits(connections: maximumConnections)
    limits.waiting = connectionWait
    return PostgresPool(
      settings, limits: limits,
      onOpen: { connection throws(SQLError) in
        try prepare(connection)
        // It may lead to a server that has taken over meanwhile, or was set back.
        if keepsHistoryNumbers { try PostgresHistoryNumbers(self, connection).settle() }
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
        onOpen: { connection throws(SQLError) in try setSchema(connection, schema) })
    }
  }

  private func setSchema(
    _ connection: PostgresConnection, _ schema: String
  ) throws(SQLError) {
    // A statement by itself is to see what others have committed, and to wait for them where it changes the same rows,
    // whatever transactions are like where nothing is said. The names of types are read, and compared.
    try connection.execute(
      """
      SET search_path TO \(connection.dialect.quoted(schema)); SET DateStyle TO ISO; \
      SET default_transaction_isolation TO 'read committed'; SET quote_all_identifiers TO off
      """)
  }

  private func prepare(_ connection: PostgresConnection) throws(SQLError) {
    let schema = mapping?.schema ?? schema
    guard settings.hasTransactionPooler else {
      try setSchema(connection, schema)
      if let tables { return try connection.execute(tables.script) }
      // Other programs do not say when they have changed something.
      if mapping == nil { try listen(connection) }
      return
    }
    // What is set on a connection of a pooler's is set for whoever gets it next, and not for oneself.
    let rows = try connection.rows("SELECT (current_schemas(false))[1]::text")
    guard rows.first?.first != .text(schema) else { return }
    // A schema that is still to be made is the first as soon as it is there, if it is named.
    let named = try connection.rows("SHOW search_path")
    if case .text(let path)? = named.first?.first,
      path.split(separator: ",").map({ $0.trimmingCharacters(in: .whitespaces) })
        .first(where: { $0 != "\"$user\"" })
        == schema || path.hasPrefix("\"\(schema)\"")
    {
      return
    }
    throw SQLError(
      kind: .cannotOpen, code: 0,
      message: """
        behind a pooler of transactions the schema \(schema) has to be the first that the server looks in \
        (ALTER ROLE … SET search_path TO \(connection.dialect.quoted(schema)))
        """)
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
