import PostgresDriver
import PostgresFormat
import SQLCore
import SwiftDataErrors

/// Makes the partitions of a new store on other servers, and makes them known to the store's own.
///
/// It runs within the transaction that makes the store, so that one program at a time does it. What it makes on other
/// servers is there before that transaction ends; where it does not end well, the next opening finds and uses it.
struct PostgresShardMaking {
  private let options: PostgresStoreOptions
  private let sharding: PostgresShardingOptions
  private let partitions: PostgresPartitionStatements
  private let connection: PostgresConnection

  init(
    _ options: PostgresStoreOptions, _ sharding: PostgresShardingOptions,
    _ partitions: PostgresPartitionStatements, _ connection: PostgresConnection
  ) {
    (self.options, self.sharding) = (options, sharding)
    (self.partitions, self.connection) = (partitions, connection)
  }

  /// - Throws: `SwiftDataError` that says why a server has no partitions, and `SQLError`.
  func run() throws {
    guard !sharding.servers.isEmpty else { return }
    let servers = try Self.foreignServers(options, sharding)
    let own = try Self.identity(of: connection)
    var known = [own: "the store's own database"]
    for (place, settings) in sharding.servers.enumerated() {
      let title = Self.title(place, settings)
      let server = try reporting(title) { try PostgresConnection(settings) }
      defer { server.end() }
      let identity = try reporting(title) { try Self.identity(of: server) }
      if let other = known[identity] {
        throw SwiftDataError.storeCannotBeOpened.explained(
          "\(title) is \(other).", path: options.place,
          advice: "Name each database with partitions once, and not that of the store itself.")
      }
      known[identity] = "the database of the server in place \(place)"
      try reporting(title) {
        try server.transaction(PostgresTransactionOptions(.readCommitted)) {
          try makePartitions(place, title, server, of: own)
        }
      }
    }
    try connection.run("CREATE EXTENSION IF NOT EXISTS postgres_fdw SCHEMA public")
    for server in servers { try makeKnown(server) }
    for statement in partitions.foreignTables(in: options.schema, servers.map(\.name)) {
      try connection.run(statement)
    }
  }

  private static func title(_ place: Int, _ settings: PostgresSettings) -> String {
    "The server in place \(place) (\(settings.description))"
  }

  /// The servers as the store's own is told of them.
  ///
  /// - Throws: `SwiftDataError.storeCannotBeOpened` for an address that says too little for that.
  static func foreignServers(
    _ options: PostgresStoreOptions, _ sharding: PostgresShardingOptions
  ) throws -> [PostgresForeignServer] {
    let names = PostgresForeignServer.names(in: options.schema, sharding.servers.count)
    return try zip(names, sharding.servers).enumerated().map { place, server in
      guard let foreign = server.1.foreignOptions else {
        throw SwiftDataError.storeCannotBeOpened.explained(
          "\(title(place, server.1)) has no address by which the store's own server can connect to it.",
          path: options.place, advice: "Name host and database, as postgres://user@host/database.")
      }
      return PostgresForeignServer(name: server.0, options: foreign.place, user: foreign.user)
    }
  }

  /// Tells a database from all others.
  private static func identity(of connection: PostgresConnection) throws(SQLError) -> String {
    try connection.rows(
      """
      SELECT system_identifier::text || ' ' || (SELECT oid FROM pg_database \
      WHERE datname = current_database())::text FROM pg_control_system()
      """
    ).first?.first?.text ?? ""
  }

  /// Gives the failures of another server its name.
  private func reporting<Result>(_ title: String, _ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let error as SQLError {
      throw SwiftDataError.storeCannotBeOpened.explained(
        "\(title) could not be given its partitions: \(error.message).", path: options.place,
        advice: "See that it runs, and that its user may make a schema there.", underlying: error)
    }
  }

  // On another server.

  private func makePartitions(
    _ place: Int, _ title: String, _ server: PostgresConnection, of own: String
  ) throws {
    _ = try server.rows(
      "SELECT pg_advisory_xact_lock(\(PostgresStoreOpening.lockNumber), hashtext($1))",
      [.text(options.schema)])
    guard try PostgresStoreOpening.keepsEveryText(server) else {
      throw SQLError(kind: .cannotOpen, code: 0, message: "its encoding is not UTF-8")
    }
    let (schema, table) = (
      server.dialect.quoted(options.schema), PostgresSystemTable.shard.rawValue
    )
    let statements = partitions.statements(onServer: place)
    let facts = [
      ("store", "\(own) \(options.schema)"), ("place", "\(place)"),
      ("statements", statements.joined(separator: ";\n")),
    ]
    try server.makeSchema(options.schema)
    try server.execute("SET LOCAL search_path TO \(schema)")
    let former = try server.rows(
      """
      SELECT 1 FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace \
      WHERE n.nspname = $1 AND c.relname = $2
      """, [.text(options.schema), .text(table)])
    if !former.isEmpty { return try checkFormer(facts, place, title, server) }
    try server.run("CREATE TABLE \(table) (name text PRIMARY KEY, value text NOT NULL)")
    for statement in statements { try server.run(statement) }
    for (name, value) in facts {
      try server.run(
        "INSERT INTO \(table) (name, value) VALUES ($1, $2)", [.text(name), .text(value)])
    }
  }

  /// Goes on with what an attempt to make the store has left, if that is what stands there.
  private func checkFormer(
    _ facts: [(String, String)], _ place: Int, _ title: String, _ server: PostgresConnection
  ) throws {
    var found: [String: String] = [:]
    for row in try server.rows("SELECT name, value FROM \(PostgresSystemTable.shard.rawValue)") {
      found[row[0].text ?? ""] = row[1].text
    }
    for (name, value) in facts where found[name] != value {
      throw former("\(title) has partitions of another store in the schema \(options.schema).")
    }
    for partition in partitions.partitions where partition.server == place {
      let name = server.dialect.quoted(partition.name)
      guard try server.rows("SELECT 1 FROM \(name) LIMIT 1").isEmpty else {
        throw former("\(title) has rows in \(options.schema).\(partition.name) already.")
      }
    }
  }

  private func former(_ what: String) -> SwiftDataError {
    SwiftDataError.storeCannotBeOpened.explained(
      what, path: options.place,
      advice: "Name another schema (databaseSchema), or drop that one there if nobody needs it.")
  }

  // On the store's own.

  private func makeKnown(_ server: PostgresForeignServer) throws {
    let name = connection.dialect.quoted(server.name)
    // A store whose schema was dropped has left its servers.
    try connection.run("DROP USER MAPPING IF EXISTS FOR CURRENT_USER SERVER \(name)")
    try connection.run("DROP SERVER IF EXISTS \(name)")
    try connection.run(server.creation)
    try Self.mapUser(to: server, connection)
  }

  /// Has the user of a connection known on a server.
  static func mapUser(
    to server: PostgresForeignServer, _ connection: PostgresConnection
  ) throws(SQLError) {
    do {
      try connection.run(server.userMapping)
    } catch {
      // The statement has a password in it.
      throw SQLError(
        kind: error.kind, code: error.code, message: error.message,
        statement: "CREATE USER MAPPING")
    }
  }
}
