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

  /// Opens the store and returns what it says of itself, and whether Apple's frameworks mirror it.
  ///
  /// - Parameter version: The version of the schema that a new store names; nil for the schema's
  ///   own.
  /// - Returns: The metadata of the store, which was made where there was none.
  /// - Throws: `SwiftDataError` for a file that is no store, or that may not be made.
  func open(
    newVersion version: () throws -> String?
  ) throws -> (metadata: StoreMetadata, isMirrored: Bool) {
    if let isMirrored = try isMirrored() {
      return (try location.readMetadata(connection), isMirrored)
    }
    guard allowsCreation else {
      throw SwiftDataError.storeCannotBeOpened.explained(
        "\(location.path) holds no store, and the configuration does not allow saving.",
        advice: "Open it once with allowsSave: true.")
    }
    var model = tables.model
    if let version = try version() { model.versionIdentifiers = [version] }
    let metadata =
      try create(StoreMetadata(model: model, storeUUID: UUID()), model)
      ?? location.readMetadata(connection)
    return (metadata, false)
  }

  /// Whether the file has the tables of a mirror; nil for one that is empty.
  private func isMirrored() throws -> Bool? {
    let value = try connection.rows(MirrorTables.find).first?.first
    guard let value, value != .null else { return nil }
    return value != .integer(0)
  }

  /// Makes all tables; nil where another process was quicker.
  private func create(
    _ metadata: StoreMetadata, _ model: ModelDescription
  ) throws -> StoreMetadata? {
    if !location.isInMemory {
      for pragma in SchemaStatements.creationPragmas { try setUp(pragma) }
    }
    let statements = try SchemaStatements(layout: tables.layout)
    return try connection.transaction {
      guard try isMirrored() == nil else { return nil }
      for text in statements.all { try connection.run(text) }
      for row in statements.primaryKeyRows { try connection.run(row.text, row.values) }
      let row = try metadata.writeStatement()
      try connection.run(row.text, row.values)
      // Nobody else looks at a store in memory.
      if !location.isInMemory { try StoredModel.archive(model, on: connection) }
      return metadata
    }
  }

  /// Runs a statement that sets how a new file is laid out or written to, when others let it.
  ///
  /// A file goes over to a write-ahead log from within a read, where SQLite does not wait for who writes: both might
  /// wait for each other. Nothing is held here between two tries.
  private func setUp(_ pragma: String) throws {
    let deadline = ContinuousClock.now + StoreLocation.busyTimeout
    while true {
      do {
        return try connection.execute(pragma)
      } catch {
        guard error.kind == .busy, ContinuousClock.now < deadline else { throw error }
      }
      Thread.sleep(forTimeInterval: 0.002)
    }
  }
}
