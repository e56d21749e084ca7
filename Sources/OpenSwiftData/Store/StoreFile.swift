import CoreDataFormat
import DataSchema
import Foundation
import SQLCore
import SQLiteDriver

/// The file of a store that is being opened, or the same in memory: what it says of itself, and
/// what it is to hold.
struct StoreFile {
  let configuration: ModelConfiguration
  let location: StoreLocation
  /// The entities that the container keeps in the file.
  let model: ModelDescription
  /// The tables that these entities have, by the names that they have in the file.
  private(set) var tables: SchemaTables
  /// For whoever opens the store; at last the store itself gets it.
  var connection: SQLiteConnection
  /// What the file says of itself.
  var metadata: StoreMetadata

  /// Finds out what the file holds; makes the tables of a new one.
  ///
  /// - Parameters:
  ///   - configuration: Where the store is, and whether it may be written.
  ///   - model: The entities that the container keeps in the file.
  ///   - version: The version of the schema that a new store names; nil for the schema's own.
  /// - Throws: `SwiftDataError`: `storeCannotBeOpened`, `storeIsNotADatabase`, `storeIsCorrupt`,
  ///   `storeIsNewer`, `storeIsLocked`, `storeIsFull`, `storeIsReadOnly`; `unsupportedModel`.
  init(
    _ configuration: ModelConfiguration, model: ModelDescription,
    newVersion version: () throws -> Schema.Version? = { nil }
  ) throws {
    self.configuration = configuration
    self.model = model
    let location = StoreLocation(configuration)
    self.location = location
    let tables = try location.reporting { try SchemaTables(model: model) }
    (connection, metadata, self.tables) = try location.reporting {
      try location.prepare(writable: configuration.allowsSave)
      let connection = try location.connect(writable: configuration.allowsSave)
      let opening = StoreOpening(
        connection, location, tables, allowsCreation: configuration.allowsSave)
      let metadata = try opening.open(newVersion: version)
      return (connection, metadata, try tables.stored(on: connection))
    }
  }

  /// Looks at the file anew, after a migration, with a connection that has seen nothing of it.
  ///
  /// - Throws: `SwiftDataError` for a file that can no longer be opened.
  mutating func reconnect() throws {
    (connection, tables) = try location.reporting {
      let connection = try location.reconnect(writable: true)
      return (connection, try SchemaTables(model: model).stored(on: connection))
    }
  }

  /// Whether the file needs nothing, as far as can be told without looking at a plan's versions.
  func isPlainlyCurrent(_ schema: Schema, _ plan: (any SchemaMigrationPlan.Type)?) -> Bool {
    if !metadata.holds(model) {
      guard metadata.versionHashes == model.versionHashes else { return false }
      guard let stored = metadata.schema else { return plan == nil }
      guard stored.canonical == model.canonical else { return false }
    }
    let newest = plan.map { $0.schemas.last?.versionIdentifier } ?? schema.version
    return StoreVersion.identifier(metadata) == newest
      && (!schema.isVersioned || schema.version == newest)
  }

  var path: String { location.path }
  var allowsSave: Bool { configuration.allowsSave }
}
