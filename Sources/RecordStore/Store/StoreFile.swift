import CoreDataFormat
import DataSchema
import Foundation
import SQLCore
import SQLiteDriver
import SwiftDataErrors

/// The file of a store that is being opened, or the same in memory: what it says of itself, and
/// what it is to hold.
package struct StoreFile {
  package let options: StoreOptions
  package let location: StoreLocation
  /// The entities that the container keeps in the file.
  package private(set) var model: ModelDescription
  /// The tables that these entities have, by the names that they have in the file.
  package private(set) var tables: SchemaTables
  /// For whoever opens the store; at last the store itself gets it.
  package var connection: SQLiteConnection
  /// What the file says of itself.
  package var metadata: StoreMetadata
  /// Whether Apple's frameworks mirror it to CloudKit.
  package let isMirrored: Bool
  /// Why the file can only be read; nil where it may be written to.
  package let readOnlyReason: ReadOnlyReason?

  /// Finds out what the file holds; makes the tables of a new one.
  ///
  /// - Parameters:
  ///   - options: Where the store is, and whether it may be written.
  ///   - model: The entities that the container keeps in the file.
  ///   - version: The version of the schema that a new store names; nil for the schema's own.
  /// - Throws: `SwiftDataError`: `storeCannotBeOpened`, `storeIsNotADatabase`, `storeIsCorrupt`,
  ///   `storeIsNewer`, `storeIsLocked`, `storeIsFull`, `storeIsReadOnly`; `unsupportedModel`;
  ///   `storeSchemaMismatch` where the entities are to be a part of what the file holds, and are not.
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
    if options.readsPart { try settlePart() }
  }

  /// Goes on with what the models declare of the entities that the file has.
  ///
  /// - Throws: `SwiftDataError.storeSchemaMismatch` where they declare what it does not have, and where
  ///   nobody knows what it has.
  private mutating func settlePart() throws {
    let stored = try location.reporting { try readModel() }
    guard let whole = stored.model else {
      if metadata.versionHashes == model.versionHashes { return }
      let reason = stored.problem.map { ": \($0)" } ?? ""
      throw SwiftDataError.storeSchemaMismatch.explained(
        "The store does not say of its entities what they have, which reading a part needs\(reason).",
        path: path,
        advice: "Open it with models of all of its entities, and without readsPartOfStore.")
    }
    let part = ModelPart(model, of: whole)
    guard part.differences.entities.isEmpty else {
      throw SwiftDataError.storeSchemaMismatch.explained(
        "The store lacks what the container's models declare:\(part.differences.list)",
        entity: part.differences.entities.first, path: path,
        advice: "Leave out what the store lacks, and declare the rest as it is there; "
          + "Schema.stored(in:) tells it.")
    }
    model = part.model
    tables = try location.reporting { try SchemaTables(model: whole).stored(on: connection) }
  }

  /// Goes on with entities that have other inverses, which the file has settled.
  ///
  /// - Throws: `SwiftDataError` for entities that contradict themselves.
  package mutating func settle(_ entities: [EntityDescription]) throws {
    guard entities != model.entities else { return }
    model.entities = entities
    tables = try location.reporting { try SchemaTables(model: model).stored(on: connection) }
  }

  /// Looks at the file anew, after a migration, with a connection that has seen nothing of it.
  ///
  /// - Throws: `SwiftDataError` for a file that can no longer be opened.
  package mutating func reconnect() throws {
    (connection, tables) = try location.reporting {
      let connection = try location.reconnect(writable: true)
      return (connection, try SchemaTables(model: model).stored(on: connection))
    }
  }

  /// What the file tells of the entities that it was written with.
  ///
  /// - Throws: `SQLError` where the database cannot be read.
  package func readModel() throws -> StoredModel { try StoredModel(metadata, on: connection) }

  package var path: String { location.path }
  package var allowsSave: Bool { readOnlyReason == nil }
}
