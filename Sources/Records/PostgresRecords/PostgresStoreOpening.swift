import CoreDataFormat
import DataSchema
import Foundation
import PostgresDriver
import PostgresFormat
import SQLCore
import SwiftDataErrors

/// Finds a store in PostgreSQL, or creates it.
struct PostgresStoreOpening {
  /// What a store's metadata table contains.
  struct Facts {
    var metadata: StoreMetadata
    /// Whether indexes that a migration deferred still have to be created.
    var lacksIndexes: Bool
  }

  let options: PostgresStoreOptions
  let layout: PostgresLayout
  let connection: PostgresConnection

  init(
    _ options: PostgresStoreOptions, _ layout: PostgresLayout, _ connection: PostgresConnection
  ) {
    (self.options, self.layout, self.connection) = (options, layout, connection)
  }

  /// - Parameter version: The schema version to record in a new store; nil for the schema's own.
  /// - Returns: The contents of the store's metadata table.
  /// - Throws: `SwiftDataError` that says why the store cannot be used, and `SQLError`.
  func run(newVersion version: () throws -> String?) throws -> Facts {
    try checkSharding()
    if let found = try find() { return try read(found) }
    guard options.allowsSave else {
      throw SwiftDataError.storeCannotBeOpened.explained(
        "There is no store in the schema \(options.schema).", path: options.place,
        advice: "Create it by opening it with allowsSave: true.")
    }
    guard try Self.keepsEveryText(connection) else {
      throw SwiftDataError.storeCannotBeOpened.explained(
        "The database cannot store every text, because its encoding is not UTF-8.",
        path: options.place,
        advice:
          "Create another database with CREATE DATABASE … ENCODING 'UTF8' TEMPLATE template0.")
    }
    var model = layout.model
    if let version = try version() { model.versionIdentifiers = [version] }
    // With this isolation level, each statement sees what others have committed before it starts.
    return try connection.transaction(PostgresTransactionOptions(.readCommitted)) {
      // If several processes start at once, one creates the tables and the others wait.
      _ = try connection.rows(
        "SELECT pg_advisory_xact_lock(\(Self.lockNumber), hashtext($1))", [.text(options.schema)])
      if let found = try find() { return try read(found) }
      return try make(model)
    }
  }

  /// Whether the database can store any text, which also means that it supports Unicode
  /// normalization.
  static func keepsEveryText(_ connection: PostgresConnection) throws -> Bool {
    try connection.rows("SELECT current_setting('server_encoding') = 'UTF8'") == [[.bool(true)]]
  }

  /// Reads the metadata of a store that already exists, or is about to be migrated.
  func read() throws -> Facts { try read(find() ?? [:]) }

  /// The first key of the advisory lock for creating or migrating a store; the second is the hash
  /// of the schema.
  static let lockNumber = 1_364_350_275

  /// The contents of the store's metadata table, by name; nil if there is no store.
  private func find() throws -> [String: String]? { try Self.find(options, connection) }

  /// The contents of the metadata table of the store in a schema, by name; nil if there is no
  /// store.
  static func find(
    _ options: PostgresStoreOptions, _ connection: PostgresConnection
  ) throws -> [String: String]? {
    let table = PostgresSystemTable.store.rawValue
    // `to_regclass` may use information from before a lock was waited for, while somebody else
    // created the table.
    let isThere = try connection.rows(
      """
      SELECT 1 FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace \
      WHERE n.nspname = $1 AND c.relname = $2
      """, [.text(options.schema), .text(table)])
    guard !isThere.isEmpty else { return nil }
    var values: [String: String] = [:]
    for row in try connection.rows("SELECT name, value FROM \(options.name(of: .store))") {
      if case .text(let name) = row[0], case .text(let value) = row[1] { values[name] = value }
    }
    return values
  }

  private func read(_ values: [String: String]) throws -> Facts {
    if let format = values["format"].flatMap(Int.init), format > Self.lastFormat {
      throw SwiftDataError.storeIsNewer.explained(
        "A later version of this library created the store.", path: options.place,
        advice: "Open it with that version of the library.")
    }
    guard let identifier = values["identifier"], let digest = values["digest"],
      values["format"].flatMap(Int.init) != nil,
      let model = values["model"].flatMap({
        try? JSONDecoder().decode(ModelDescription.self, from: Data($0.utf8))
      })
    else { throw corrupt("lacks a readable description of the store") }
    var metadata = StoreMetadata(model: model, storeUUID: UUID())
    metadata.storeUUID = identifier
    guard Self.digest(of: metadata) == digest else {
      throw corrupt("contains a digest that does not match its model")
    }
    try checkSharding(values)
    return Facts(metadata: metadata, lacksIndexes: values["indexes"] != nil)
  }

  private func corrupt(_ what: String) -> SwiftDataError {
    SwiftDataError.storeIsCorrupt.explained(
      "The table \(PostgresSystemTable.store.rawValue) \(what).", path: options.place,
      advice: "Restore the store from a backup.")
  }

  private func make(_ model: ModelDescription) throws -> Facts {
    try connection.makeSchema(options.schema)
    try connection.lookFirst(in: options.schema)
    let statements = try PostgresSchemaStatements(layout, in: options.schema)
    for statement in statements.all + PostgresKeys.functions(in: options.schema) {
      try connection.run(statement)
    }
    try PostgresCaseChecks(options, layout, connection).add()
    let metadata = StoreMetadata(model: model, storeUUID: UUID())
    try write(
      [("format", "\(format)"), ("identifier", metadata.storeUUID)] + Self.values(of: metadata))
    if let sharding = options.sharding, let partitions = statements.partitions {
      try PostgresShardMaking(options, sharding, partitions, connection).run()
      try write([(PostgresShardingOptions.fact, sharding.stored.text)])
    }
    return Facts(metadata: metadata, lacksIndexes: false)
  }

  /// Writes values to the store's metadata table.
  func write(_ values: [(String, String)]) throws(SQLError) {
    for (name, value) in values {
      try connection.run(
        """
        INSERT INTO \(options.name(of: .store)) (name, value) VALUES ($1, $2) \
        ON CONFLICT (name) DO UPDATE SET value = EXCLUDED.value
        """, [.text(name), .text(value)])
    }
  }

  /// The metadata of the entities, by name.
  static func values(of metadata: StoreMetadata) throws -> [(String, String)] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let model = metadata.schema ?? ModelDescription(entities: [])
    return [
      ("digest", digest(of: metadata)),
      ("model", String(decoding: try encoder.encode(model), as: UTF8.self)),
      ("versions", model.versionIdentifiers.joined(separator: ",")),
    ]
  }

  /// Sharded stores have another number, so that earlier versions of the library do not mistake
  /// them for their own.
  private var format: Int { options.sharding == nil ? 1 : Self.lastFormat }
  private static let lastFormat = 2

  /// The error for a connection that does not belong to the store.
  static func foreignConnection(_ path: String) -> SwiftDataError {
    SwiftDataError.storeCannotBeOpened.explained(
      "The connection is not a connection to a PostgreSQL database.", path: path,
      advice: "Use the store with one of its own sessions.")
  }

  /// A digest of the entities and their contents; it changes with every migration.
  static func digest(of metadata: StoreMetadata) -> String {
    ModelDescription.versionHashesDigest(of: metadata.versionHashes)
  }
}

extension PostgresConnection {
  /// Creates a schema if it does not exist.
  ///
  /// A user who may create tables in an existing schema may lack the right to create schemas.
  func makeSchema(_ name: String) throws(SQLError) {
    let known = try rows("SELECT 1 FROM pg_namespace WHERE nspname = $1", [.text(name)])
    if known.isEmpty { try run("CREATE SCHEMA IF NOT EXISTS \(dialect.quoted(name))") }
  }

  /// Makes unqualified names refer to a schema until the current transaction ends.
  func lookFirst(in schema: String) throws(SQLError) {
    try execute("SET LOCAL search_path TO \(dialect.quoted(schema))")
  }
}
