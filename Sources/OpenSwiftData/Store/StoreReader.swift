import CoreDataFormat
import DataSchema
import Foundation
import SQLCore
import SQLiteDriver

/// A store's file that is looked at, without opening it for anybody.
struct StoreReader {
  let location: StoreLocation
  let connection: SQLiteConnection
  let metadata: StoreMetadata

  /// Opens the file for reading, so that nothing is left beside it where that can be.
  ///
  /// - Throws: `SwiftDataError`: `storeCannotBeOpened`, `storeIsNotADatabase`, `storeIsCorrupt`,
  ///   `storeIsNewer`, `storeIsLocked`.
  init(_ url: URL) throws {
    let location = StoreLocation(ModelConfiguration(url: url, allowsSave: false))
    self.location = location
    try location.prepare(writable: false)
    (connection, metadata) = try location.reporting {
      let connection = try location.connect(to: Self.mode(url.path))
      guard try !connection.rows("SELECT 1 FROM sqlite_master LIMIT 1").isEmpty else {
        throw SwiftDataError.storeCannotBeOpened.explained(
          "\(url.path) is empty.", advice: "Give the path of a store.")
      }
      return (connection, try location.readMetadata(connection))
    }
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

extension Schema {
  /// The schema that a store's file says it was written with.
  ///
  /// Reads the file alone: neither a plan nor model classes are needed. The entities have no model
  /// classes, and properties whose type this program lacks have its name only.
  ///
  /// - Throws: `SwiftDataError.unknownSchema` for a store that this library has not written yet, which
  ///   says no more than the hashes of its entities; `SwiftDataError` that says why the file cannot be
  ///   read.
  public static func stored(in url: URL) throws -> Schema {
    let reader = try StoreReader(url)
    guard let model = reader.metadata.schema else {
      throw SwiftDataError.unknownSchema.explained(
        "The store says no more of its schema than that it has these entities: "
          + reader.metadata.versionHashes.keys.sorted().joined(separator: ", ") + ".",
        path: url.path, advice: "Open it once with the models that it was written with.")
    }
    return Schema(description: model)
  }
}
