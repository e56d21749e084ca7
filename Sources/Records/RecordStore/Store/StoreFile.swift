import CoreDataFormat
import DataSchema
import Foundation
import SQLCore
import SQLiteDriver
import SwiftDataErrors

/// The file of a store that is being opened, or the same in memory: its metadata and expected
/// contents.
package struct StoreFile {
  package let options: StoreOptions
  package let location: StoreLocation
  /// The entities that the container stores in the file.
  package private(set) var model: ModelDescription
  /// The tables of these entities, with their names in the file.
  package private(set) var tables: SchemaTables
  /// The connection that opens the store; the store adopts it in the end.
  package var connection: SQLiteConnection
  /// The metadata of the file.
  package var metadata: StoreMetadata
  /// Whether Apple's frameworks mirror it to CloudKit.
  package let isMirrored: Bool
  /// The reason why the file is read-only; nil if it is writable.
  package let readOnlyReason: ReadOnlyReason?

  /// Reads the file's metadata; creates the tables of a new file.
  ///
  /// - Parameters:
  ///   - options: The location of the store, and whether it is writable.
  ///   - model: The entities that the container stores in the file.
  ///   - version: The schema version to write into a new store; nil for the schema's own.
  /// - Throws: `SwiftDataError`: `storeCannotBeOpened`, `storeIsNotADatabase`, `storeIsCorrupt`,
  ///   `storeIsNewer`, `storeIsLocked`, `storeIsFull`, `storeIsReadOnly`; `unsupportedModel`;
  ///   `storeSchemaMismatch` if the entities should be a part of the stored ones, and are not.
  package init(
    _ options: StoreOptions, model: ModelDescription,
    newVersion version: () throws -> String? = { nil }
  ) throws {
    self.options = options
    self.model = model
    let location = StoreLocation(options)
    self.location = location
    let tables = try location.reporting { try SchemaTables(model: model) }
    var reason: ReadOnlyReason? =
      options.readsPart ? .part : options.allowsSave ? nil : .asked
    (connection, metadata, isMirrored, self.tables) = try location.reporting {
      try location.prepare(writable: reason == nil)
      var connection = try location.connect(writable: reason == nil)
      let opening = StoreOpening(
        connection, location, tables, allowsCreation: reason == nil)
      let (metadata, isMirrored) = try opening.open(newVersion: version)
      if isMirrored, reason == nil, !options.allowsSavingMirroredStore {
        reason = .mirrored
        connection.keepLog()
        connection = try location.reconnect(writable: false)
      }
      return (connection, metadata, isMirrored, try tables.stored(on: connection))
    }
    readOnlyReason = reason
    if options.readsPart { try reduceToPart() }
  }

  /// Reduces the model to what the models declare of the stored entities.
  ///
  /// - Throws: `SwiftDataError.storeSchemaMismatch` if they declare something that the file lacks,
  ///   or if the file's model is unknown.
  private mutating func reduceToPart() throws {
    let stored = try location.reporting { try readModel() }
    guard let whole = stored.model else {
      if metadata.versionHashes == model.versionHashes { return }
      let reason = stored.problem.map { ": \($0)" } ?? ""
      throw SwiftDataError.storeSchemaMismatch.explained(
        "The store cannot be read in part, because it does not describe its entities' properties\(reason).",
        path: path,
        advice: "Open it with models of all of its entities, and without readsPartOfStore.")
    }
    let part = ModelPart(model, of: whole)
    guard part.differences.entities.isEmpty else {
      throw SwiftDataError.storeSchemaMismatch.explained(
        "The store cannot be read in part, because it lacks parts of the container's models:"
          + part.differences.list,
        entity: part.differences.entities.first, path: path,
        advice: "Remove the missing parts from the models, and declare the rest as the store does. "
          + "Schema.stored(in:) returns the store's schema.")
    }
    model = part.model
    tables = try location.reporting { try SchemaTables(model: whole).stored(on: connection) }
  }

  /// Replaces the entities with ones whose inverses were resolved from the file.
  ///
  /// - Throws: `SwiftDataError` for inconsistent entities.
  package mutating func replaceEntities(_ entities: [EntityDescription]) throws {
    guard entities != model.entities else { return }
    model.entities = entities
    tables = try location.reporting { try SchemaTables(model: model).stored(on: connection) }
  }

  /// Reads the file again after a migration, on a new connection.
  ///
  /// - Throws: `SwiftDataError` if the file can no longer be opened.
  package mutating func reconnect() throws {
    (connection, tables) = try location.reporting {
      let connection = try location.reconnect(writable: true)
      return (connection, try SchemaTables(model: model).stored(on: connection))
    }
  }

  /// Reads the model that the file was written with.
  ///
  /// - Throws: `SQLError` if the database cannot be read.
  package func readModel() throws -> StoredModel { try StoredModel(metadata, on: connection) }

  package var path: String { location.path }
  package var allowsSave: Bool { readOnlyReason == nil }
}
