import CoreDataFormat
import DataSchema
import Foundation
import SQLCore
import SQLiteDriver
import SwiftDataErrors

/// Opens a store: reads the file's metadata, or creates the tables of a new store.
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

  /// Opens the store and returns its metadata, and whether Apple's frameworks mirror it.
  ///
  /// - Parameter version: The schema version to write into a new store; nil for the schema's own.
  /// - Returns: The metadata of the store, created if the file was empty.
  /// - Throws: `SwiftDataError` for a file that is not a store, or may not be created.
  func open(
    newVersion version: () throws -> String?
  ) throws -> (metadata: StoreMetadata, isMirrored: Bool) {
    if let isMirrored = try isMirrored() {
      return (try location.readMetadata(connection), isMirrored)
    }
    guard allowsCreation else {
      throw SwiftDataError.storeCannotBeOpened.explained(
        "No store can be created in the empty file \(location.path), because the configuration "
          + "does not allow saving.",
        advice: "Open it once with allowsSave: true.")
    }
    var model = tables.model
    if let version = try version() { model.versionIdentifiers = [version] }
    let metadata =
      try create(StoreMetadata(model: model, storeUUID: UUID()), model)
      ?? location.readMetadata(connection)
    return (metadata, false)
  }

  /// Whether the file has the tables of a CloudKit mirror; nil for an empty file.
  private func isMirrored() throws -> Bool? {
    let value = try connection.rows(MirrorTables.find).first?.first
    guard let value, value != .null else { return nil }
    return value != .integer(0)
  }

  /// Creates all tables; returns nil if another process has created them first.
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
      // A store in memory has no other readers.
      if !location.isInMemory { try StoredModel.archive(model, on: connection) }
      return metadata
    }
  }

  /// Runs a pragma that sets the layout or journal mode of a new file; retries while it is busy.
  ///
  /// Switching to a write-ahead log happens within a read, where SQLite does not wait for writers,
  /// because both might wait for each other. No lock is held between two attempts.
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
