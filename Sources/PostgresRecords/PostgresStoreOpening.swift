import CoreDataFormat
import DataSchema
import Foundation
import PostgresDriver
import PostgresFormat
import SQLCore
import SwiftDataErrors

/// Finds a store in a PostgreSQL, or makes it.
struct PostgresStoreOpening {
  /// What the store says of itself.
  struct Facts {
    var metadata: StoreMetadata
    /// Whether indexes are still to be made that a migration left out.
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

  /// - Parameter version: The version of the schema that a new store names; nil for the schema's own.
  /// - Returns: What the store says of itself.
  /// - Throws: `SwiftDataError` that says why there is none, and `SQLError`.
  func run(newVersion version: () throws -> String?) throws -> Facts {
    try checkSharding()
    if let found = try find() { return try read(found) }
    guard options.allowsSave else {
      throw SwiftDataError.storeCannotBeOpened.explained(
        "There is no store in the schema \(options.schema).", path: options.place,
        advice: "Make it by opening it with allowsSave: true.")
    }
    guard try Self.keepsEveryText(connection) else {
      throw SwiftDataError.storeCannotBeOpened.explained(
        "The database does not keep every text, for its encoding is not UTF-8.",
        path: options.place,
        advice: "Make another one with CREATE DATABASE … ENCODING 'UTF8' TEMPLATE template0.")
    }
    var model = layout.model
    if let version = try version() { model.versionIdentifiers = [version] }
    // What others have committed by the time of a statement is seen by it.
    return try connection.transaction(PostgresTransactionOptions(.readCommitted)) {
      // Of those who start at once one makes the tables; the others wait for it.
      _ = try connection.rows(
        "SELECT pg_advisory_xact_lock(\(Self.lockNumber), hashtext($1))", [.text(options.schema)])
      if let found = try find() { return try read(found) }
      return try make(model)
    }
  }

  /// Whether the database keeps every text, and so knows their normal forms.
  static func keepsEveryText(_ connection: PostgresConnection) throws -> Bool {
    try connection.rows("SELECT current_setting('server_encoding') = 'UTF8'") == [[.bool(true)]]
  }

  /// What a store says of itself that is there already, or is about to be migrated.
  func read() throws -> Facts { try read(find() ?? [:]) }

  /// Of the lock that whoever makes or migrates a store has; the schema is the other number.
  static let lockNumber = 1_364_350_275

  /// What the store says of itself, by name; nil where there is none.
  private func find() throws -> [String: String]? { try Self.find(options, connection) }

  /// What the store in a schema says of itself, by name; nil where there is none.
  static func find(
    _ options: PostgresStoreOptions, _ connection: PostgresConnection
  ) throws -> [String: String]? {
    let table = PostgresSystemTable.store.rawValue
    // `to_regclass` may go by what it knew before a lock was waited for, while which somebody made the table.
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
        "A later version of this library made the store.", path: options.place,
        advice: "Open it with that version.")
    }
    guard let identifier = values["identifier"], let digest = values["digest"],
      values["format"].flatMap(Int.init) != nil,
      let model = values["model"].flatMap({
        try? JSONDecoder().decode(ModelDescription.self, from: Data($0.utf8))
      })
    else { throw corrupt("does not say what the store is") }
    var metadata = StoreMetadata(model: model, storeUUID: UUID())
    metadata.storeUUID = identifier
    guard Self.digest(of: metadata) == digest else { throw corrupt("contradicts itself") }
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

  /// Writes down what the store holds.
  func write(_ values: [(String, String)]) throws(SQLError) {
    for (name, value) in values {
      try connection.run(
        """
        INSERT INTO \(options.name(of: .store)) (name, value) VALUES ($1, $2) \
        ON CONFLICT (name) DO UPDATE SET value = EXCLUDED.value
        """, [.text(name), .text(value)])
    }
  }

  /// What is written down of the entities, by name.
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

  /// What an earlier version of the library takes for one of its own stores has another number.
  private var format: Int { options.sharding == nil ? 1 : Self.lastFormat }
  private static let lastFormat = 2

  /// The error for a connection that is none of the store's.
  static func foreignConnection(_ path: String) -> SwiftDataError {
    SwiftDataError.storeCannotBeOpened.explained(
      "The connection leads to another kind of database.", path: path,
      advice: "Work on the store with a session of its own.")
  }

  /// Says which entities there are, and what they hold: what changes with every migration.
  static func digest(of metadata: StoreMetadata) -> String {
    ModelDescription.versionHashesDigest(of: metadata.versionHashes)
  }
}

extension PostgresConnection {
  /// Makes a schema where it is missing.
  ///
  /// A user who may make tables in a schema that is there need not be one who may make schemas.
  func makeSchema(_ name: String) throws(SQLError) {
    let known = try rows("SELECT 1 FROM pg_namespace WHERE nspname = $1", [.text(name)])
    if known.isEmpty { try run("CREATE SCHEMA IF NOT EXISTS \(dialect.quoted(name))") }
  }

  /// Has names without a schema mean what stands in that one, until the transaction that is under way ends.
  func lookFirst(in schema: String) throws(SQLError) {
    try execute("SET LOCAL search_path TO \(dialect.quoted(schema))")
  }
}
