import CoreDataFormat
import DataSchema
import Foundation
import SQLCore
import SQLiteDriver
import SwiftDataErrors

/// A store's file that is looked at, without opening it for anybody.
package struct StoreReader {
  package let location: StoreLocation
  package let connection: SQLiteConnection
  package let metadata: StoreMetadata
  /// Why the metadata say nothing; nil where they could be read.
  package let metadataProblem: SwiftDataError?

  /// Opens the file for reading, so that nothing is left beside it where that can be.
  ///
  /// - Parameters:
  ///   - url: The file.
  ///   - needsMetadata: Whether a file is refused that does not say of itself what it should.
  /// - Throws: `SwiftDataError`: `storeCannotBeOpened`, `storeIsNotADatabase`, `storeIsCorrupt`,
  ///   `storeIsNewer`, `storeIsLocked`.
  package init(_ url: URL, needsMetadata: Bool = true) throws {
    let location = StoreLocation(
      StoreOptions(name: url.lastPathComponent, path: url.path, allowsSave: false))
    self.location = location
    try location.prepare(writable: false)
    (connection, metadata, metadataProblem) = try location.reporting {
      let connection = try location.connect(to: Self.mode(url.path))
      guard try !connection.rows("SELECT 1 FROM sqlite_master LIMIT 1").isEmpty else {
        throw SwiftDataError.storeCannotBeOpened.explained(
          "\(url.path) is empty.", advice: "Give the path of a store.")
      }
      do {
        return (connection, try location.readMetadata(connection), nil)
      } catch let error as SwiftDataError where error == .storeIsCorrupt && !needsMetadata {
        return (connection, .none, error)
      }
    }
  }

  /// What the file tells of the entities that it was written with.
  ///
  /// - Throws: `SwiftDataError` for a database that cannot be read.
  package func readModel() throws -> StoredModel {
    try location.reporting { try StoredModel(metadata, on: connection) }
  }

  /// The entities that the file says it was written with.
  ///
  /// - Throws: `SwiftDataError.unknownSchema` for a file that says no more than their hashes.
  package func storedModel() throws -> ModelDescription {
    let stored = try readModel()
    if let model = stored.model { return model }
    throw SwiftDataError.unknownSchema.explained(
      "The store says no more of its schema than that it has these entities: "
        + metadata.versionHashes.keys.sorted().joined(separator: ", ")
        + (stored.problem.map { "; \($0)." } ?? "."),
      path: location.path, advice: "Open it once with the models that it was written with.")
  }

  /// A file without a log or journal is in nobody's use, or about to be at most; what stands in one of
  /// them belongs to the store too.
  private static func mode(_ path: String) -> SQLiteConnection.Mode {
    let sizes = ["-wal", "-journal"].map { suffix in
      try? FileManager.default.attributesOfItem(atPath: path + suffix)[.size] as? Int
    }
    return sizes.allSatisfy { ($0 ?? 0) == 0 } ? .immutable : .readOnly
  }
}
