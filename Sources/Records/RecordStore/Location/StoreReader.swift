import CoreDataFormat
import DataSchema
import Foundation
import SQLCore
import SQLiteDriver
import SwiftDataErrors

/// Reads a store's file without opening it as a store.
package struct StoreReader {
  package let location: StoreLocation
  package let connection: SQLiteConnection
  package let metadata: StoreMetadata
  /// Why the metadata could not be read; nil if they could.
  package let metadataProblem: SwiftDataError?

  /// Opens the file for reading, without creating files beside it if possible.
  ///
  /// - Parameters:
  ///   - url: The file.
  ///   - needsMetadata: Whether to throw if the file's metadata cannot be read.
  /// - Throws: `SwiftDataError`: `storeCannotBeOpened`, `storeIsNotADatabase`, `storeIsCorrupt`,
  ///   `storeIsNewer`, `storeIsLocked`.
  package init(_ url: URL, needsMetadata: Bool = true) throws {
    let location = StoreLocation(
      StoreOptions(name: url.lastPathComponent, path: url.path, allowsSave: false))
    self.location = location
    try location.prepare(writable: false)
    (connection, metadata, metadataProblem) = try location.reporting {
      let connection = try location.connect(to: location.isAlone ? .immutable : .readOnly)
      guard try !connection.rows("SELECT 1 FROM sqlite_master LIMIT 1").isEmpty else {
        throw SwiftDataError.storeCannotBeOpened.explained(
          "\(url.path) is empty.", advice: "Give the path of a store.")
      }
      do {
        let metadata = try location.readMetadata(connection)
        try Self.checkColumns(connection, url.path)
        return (connection, metadata, nil)
      } catch let error as SwiftDataError where error == .storeIsCorrupt && !needsMetadata {
        // A file with views instead of tables is not read.
        let views = try connection.rows(
          """
          SELECT 1 FROM sqlite_master WHERE type = 'view' \
          AND (UPPER(name) GLOB '[AZ]*' OR UPPER(name) GLOB '\(SideTable.prefix)*') LIMIT 1
          """)
        guard views.isEmpty else { throw error }
        try Self.checkColumns(connection, url.path)
        var metadata = StoreMetadata.none
        let row = try? connection.rows(StoreMetadata.select).first
        metadata.storeUUID = row?.first?.text ?? ""
        return (connection, metadata, error)
      }
    }
  }

  /// Throws if a column is generated: a short expression can produce more data than the file
  /// contains.
  private static func checkColumns(_ connection: SQLiteConnection, _ path: String) throws {
    let found = try connection.rows(
      """
      SELECT T.name, C.name FROM sqlite_master AS T JOIN pragma_table_xinfo(T.name) AS C \
      WHERE T.type = 'table' AND C.hidden IN (2, 3) AND (UPPER(C.name) GLOB 'Z*' \
      OR UPPER(T.name) GLOB 'Z_*' OR UPPER(T.name) GLOB '\(SideTable.prefix)*') LIMIT 1
      """)
    guard let column = found.first, let table = column[0].text, let name = column[1].text else {
      return
    }
    throw SwiftDataError.storeIsCorrupt.explained(
      "\(path) cannot be used as a store, because the column \(name) of its table \(table) is a "
        + "generated column.",
      path: path,
      advice: "Restore it from a backup; someone has added the column to the file by hand.")
  }

  /// Throws if an untrusted file has triggers that make writing unsafe.
  ///
  /// - Throws: `SwiftDataError.storeIsReadOnly` for a trigger that reads a view, which may never
  ///   end.
  package func checkTriggers() throws {
    let found = try location.reporting {
      try connection.rows(
        """
        SELECT T.name, V.name FROM sqlite_master AS T JOIN sqlite_master AS V \
        ON INSTR(UPPER(T.sql), UPPER(V.name)) > 0 WHERE T.type = 'trigger' AND V.type = 'view' LIMIT 1
        """)
    }
    guard let pair = found.first, let trigger = pair[0].text, let view = pair[1].text else {
      return
    }
    throw SwiftDataError.storeIsReadOnly.explained(
      "\(location.path) cannot be changed safely: its trigger \(trigger) reads the view \(view), "
        + "which may never end.",
      path: location.path, advice: "Change the store with the program that created it.")
  }

  /// Reads the model that the file was written with.
  ///
  /// - Throws: `SwiftDataError` if the database cannot be read.
  package func readModel() throws -> StoredModel {
    try location.reporting { try StoredModel(metadata, on: connection) }
  }

  /// Returns the entities that the file was written with.
  ///
  /// - Throws: `SwiftDataError.unknownSchema` if the file contains only their hashes.
  package func storedModel() throws -> ModelDescription {
    let stored = try readModel()
    if let model = stored.model { return model }
    throw SwiftDataError.unknownSchema.explained(
      "The store's schema is unknown, except for the names of its entities: "
        + metadata.versionHashes.keys.sorted().joined(separator: ", ")
        + (stored.problem.map { "; \($0)." } ?? "."),
      path: location.path, advice: "Open it once with the models that it was written with.")
  }

  /// Returns these entities with the default values of the file's archive, for use in other stores.
  ///
  /// - Throws: `SwiftDataError.unknownSchema` if the file contains only hashes.
  package func storedModelWithDefaults() throws -> ModelDescription {
    let model = try storedModel()
    let archived = try location.reporting {
      try StoredModel.archivedDefaults(metadata, on: connection)
    }
    return archived.map(model.takingDefaults) ?? model
  }
}
