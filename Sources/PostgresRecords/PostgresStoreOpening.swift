import DataSchema
import Foundation
import PostgresDriver
import PostgresFormat
import SQLCore
import SwiftDataErrors

/// Finds a store in a PostgreSQL, or makes it.
struct PostgresStoreOpening {
  /// What the store says of itself.
  struct Metadata {
    let identifier: String
    /// What changes with every migration.
    let digest: String
  }

  static let readDigest =
    "SELECT value FROM \(PostgresSystemTable.store.rawValue) WHERE name = 'digest'"

  private let options: PostgresStoreOptions
  private let layout: PostgresLayout
  private let connection: PostgresConnection

  init(
    _ options: PostgresStoreOptions, _ layout: PostgresLayout, _ connection: PostgresConnection
  ) {
    (self.options, self.layout, self.connection) = (options, layout, connection)
  }

  func run() throws -> Metadata {
    try options.reporting {
      if let found = try find() { return try check(found) }
      guard options.allowsSave else {
        throw SwiftDataError.storeCannotBeOpened.explained(
          "There is no store in the schema \(options.schema).", path: options.place,
          advice: "Make it by opening it with allowsSave: true.")
      }
      return try connection.transaction {
        // Of those who start at once one makes the tables; the others wait for it.
        _ = try connection.rows(
          "SELECT pg_advisory_xact_lock(1364350275, hashtext($1))", [.text(options.schema)])
        if let found = try find() { return try check(found) }
        return try make()
      }
    }
  }

  /// What the store says of itself, by name; nil where there is none.
  private func find() throws -> [String: String]? { try Self.find(options, connection) }

  /// What the store in a schema says of itself, by name; nil where there is none.
  static func find(
    _ options: PostgresStoreOptions, _ connection: PostgresConnection
  ) throws -> [String: String]? {
    let table = PostgresSystemTable.store.rawValue
    let name = "\(connection.dialect.quoted(options.schema)).\(table)"
    guard
      try connection.rows("SELECT to_regclass($1) IS NOT NULL", [.text(name)]) == [[.bool(true)]]
    else { return nil }
    var values: [String: String] = [:]
    for row in try connection.rows("SELECT name, value FROM \(table)") {
      if case .text(let name) = row[0], case .text(let value) = row[1] { values[name] = value }
    }
    return values
  }

  private func check(_ values: [String: String]) throws -> Metadata {
    guard let identifier = values["identifier"], let digest = values["digest"],
      let format = values["format"].flatMap(Int.init)
    else {
      throw SwiftDataError.storeIsCorrupt.explained(
        "The table \(PostgresSystemTable.store.rawValue) does not say what the store is.",
        path: options.place, advice: "Restore the store from a backup.")
    }
    guard format <= Self.format else {
      throw SwiftDataError.storeIsNewer.explained(
        "A later version of this library made the store.", path: options.place,
        advice: "Open it with that version.")
    }
    guard digest == Self.digest(of: layout.model) else {
      throw SwiftDataError.storeSchemaMismatch.explained(
        "The store holds other versions of entities than the models are.", path: options.place,
        advice: "Open it with the models that it was made for, or migrate it.")
    }
    return Metadata(identifier: identifier, digest: digest)
  }

  private func make() throws -> Metadata {
    let schema = connection.dialect.quoted(options.schema)
    try connection.run("CREATE SCHEMA IF NOT EXISTS \(schema)")
    for statement in try PostgresSchemaStatements(layout).all + [PostgresKeys.function] {
      try connection.run(statement)
    }
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let metadata = Metadata(
      identifier: UUID().uuidString, digest: Self.digest(of: layout.model))
    let values = [
      ("format", "\(Self.format)"), ("identifier", metadata.identifier),
      ("digest", metadata.digest),
      ("model", String(decoding: try encoder.encode(layout.model), as: UTF8.self)),
      ("versions", layout.model.versionIdentifiers.joined(separator: ",")),
    ]
    for (name, value) in values {
      try connection.run(
        "INSERT INTO \(PostgresSystemTable.store.rawValue) (name, value) VALUES ($1, $2)",
        [.text(name), .text(value)])
    }
    return metadata
  }

  private static let format = 1

  /// The error for a connection that is none of the store's.
  static func foreignConnection(_ path: String) -> SwiftDataError {
    SwiftDataError.storeCannotBeOpened.explained(
      "The connection leads to another kind of database.", path: path,
      advice: "Work on the store with a session of its own.")
  }

  /// Says which entities there are, and what they hold.
  private static func digest(of model: ModelDescription) -> String {
    ModelDescription.versionHashesDigest(of: model.versionHashes)
  }
}
