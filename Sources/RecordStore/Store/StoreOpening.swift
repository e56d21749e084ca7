import CoreDataFormat
import DataSchema
import Foundation
import SQLCore
import SQLiteDriver
import SwiftDataErrors

/// The opening of a store: finds out what the file holds, and makes the tables of a new one.
struct StoreOpening {
  private let connection: SQLiteConnection
  private let location: StoreLocation
  private let tables: SchemaTables
  private let allowsCreation: Bool

  init(
    _ connection: SQLiteConnection, _ location: StoreLocation, _ tables: SchemaTables,
    allowsCreation: Bool
  ) {
    self.connection = connection
    self.location = location
    self.tables = tables
    self.allowsCreation = allowsCreation
  }

  /// Opens the store and returns what it says of itself.
  ///
  /// - Parameter version: The version of the schema that a new store names; nil for the schema's
  ///   own.
  /// - Returns: The metadata of the store, which was made where there was none.
  /// - Throws: `SwiftDataError` for a file that is no store, or that may not be made.
  func open(newVersion version: () throws -> String?) throws -> StoreMetadata {
    guard try isEmpty() else { return try location.readMetadata(connection) }
    guard allowsCreation else {
      throw SwiftDataError.storeCannotBeOpened.explained(
        "\(location.path) holds no store, and the configuration does not allow saving.",
        advice: "Open it once with allowsSave: true.")
    }
    var model = tables.model
    if let version = try version() { model.versionIdentifiers = [version] }
    return try create(StoreMetadata(model: model, storeUUID: UUID()))
      ?? location.readMetadata(connection)
  }

  private func isEmpty() throws -> Bool {
    try connection.rows("SELECT 1 FROM sqlite_master LIMIT 1").isEmpty
  }

  /// Makes all tables; nil where another process was quicker.
  private func create(_ metadata: StoreMetadata) throws -> StoreMetadata? {
    if !location.isInMemory {
      for pragma in SchemaStatements.creationPragmas { try connection.execute(pragma) }
    }
    let statements = try SchemaStatements(layout: tables.layout)
    return try connection.transaction {
      guard try isEmpty() else { return nil }
      for text in statements.all { try connection.run(text) }
      for row in statements.primaryKeyRows { try connection.run(row.text, row.values) }
      let row = try metadata.writeStatement()
      try connection.run(row.text, row.values)
      return metadata
    }
  }
}
