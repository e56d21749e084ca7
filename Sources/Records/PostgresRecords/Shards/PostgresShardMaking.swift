import PostgresDriver
import PostgresFormat
import SQLCore
import SwiftDataErrors

/// Creates the partitions of a new store on other servers, and registers those servers with the
/// store's own.
///
/// It runs in the transaction that creates the store, so that only one program does it at a time.
/// Partitions on other servers are committed before that transaction ends. If the transaction
/// fails, the next opening finds and uses them.
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

  /// - Throws: `SwiftDataError` that says why partitions cannot be created on a server, and
  ///   `SQLError`.
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
          advice: "List each database once, and do not list the store's own database.")
      }
      known[identity] = "the same database as the server at index \(place)"
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
    "The server at index \(place) (\(settings.description))"
  }

  /// The foreign servers to define on the store's own server.
  ///
  /// - Throws: `SwiftDataError.storeCannotBeOpened` for an address without a host and a database.
  static func foreignServers(
    _ options: PostgresStoreOptions, _ sharding: PostgresShardingOptions
  ) throws -> [PostgresForeignServer] {
    let names = PostgresForeignServer.names(in: options.schema, sharding.servers.count)
    return try zip(names, sharding.servers).enumerated().map { place, server in
      guard let foreign = server.1.foreignOptions else {
        throw SwiftDataError.storeCannotBeOpened.explained(
          "\(title(place, server.1)) has no address that the store's own server can connect to.",
          path: options.place,
          advice: "Specify the host and database, as in postgres://user@host/database.")
      }
      return PostgresForeignServer(name: server.0, options: foreign.place, user: foreign.user)
    }
  }

  /// Uniquely identifies a database.
  private static func identity(of connection: PostgresConnection) throws(SQLError) -> String {
    try connection.rows(
      """
      SELECT system_identifier::text || ' ' || (SELECT oid FROM pg_database \
      WHERE datname = current_database())::text FROM pg_control_system()
      """
    ).first?.first?.text ?? ""
  }

  /// Adds the name of another server to its errors.
  private func reporting<Result>(_ title: String, _ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let error as SQLError {
      throw SwiftDataError.storeCannotBeOpened.explained(
        "\(title) could not create its partitions: \(error.message).", path: options.place,
        advice: "Check that it is running, and that its user may create a schema.",
        underlying: error)
    }
  }

  // On the other server.

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

  /// Uses the partitions that a failed attempt to create the store left, if they are the expected
  /// ones.
  private func checkFormer(
    _ facts: [(String, String)], _ place: Int, _ title: String, _ server: PostgresConnection
  ) throws {
    var found: [String: String] = [:]
    for row in try server.rows("SELECT name, value FROM \(PostgresSystemTable.shard.rawValue)") {
      found[row[0].text ?? ""] = row[1].text
    }
    for (name, value) in facts where found[name] != value {
      throw former("\(title) contains partitions of another store in the schema \(options.schema).")
    }
    for partition in partitions.partitions where partition.server == place {
      let name = server.dialect.quoted(partition.name)
      guard try server.rows("SELECT 1 FROM \(name) LIMIT 1").isEmpty else {
        throw former("\(title) already contains rows in \(options.schema).\(partition.name).")
      }
    }
  }

  private func former(_ what: String) -> SwiftDataError {
    SwiftDataError.storeCannotBeOpened.explained(
      what, path: options.place,
      advice:
        "Specify another schema (databaseSchema), or drop this schema on that server if it is not needed."
    )
  }

  // On the store's own server.

  private func makeKnown(_ server: PostgresForeignServer) throws {
    let name = connection.dialect.quoted(server.name)
    // A store whose schema was dropped may have left its foreign servers behind.
    try connection.run("DROP USER MAPPING IF EXISTS FOR CURRENT_USER SERVER \(name)")
    try connection.run("DROP SERVER IF EXISTS \(name)")
    try connection.run(server.creation)
    try Self.mapUser(to: server, connection)
  }

  /// Creates the user mapping of a connection's user for a foreign server.
  static func mapUser(
    to server: PostgresForeignServer, _ connection: PostgresConnection
  ) throws(SQLError) {
    do {
      try connection.run(server.userMapping)
    } catch {
      // The text of the statement is omitted because it contains a password.
      throw SQLError(
        kind: error.kind, code: error.code, message: error.message,
        statement: "CREATE USER MAPPING")
    }
  }
}
