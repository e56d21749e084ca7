import CoreDataFormat
import SQLCore
import SwiftDataErrors

extension StoreLocation {
  /// The newest form of version hashes that this library understands.
  private static let knownHashesVersion: Int64 = 3

  /// What a file, which is not empty, says of itself.
  ///
  /// - Throws: `SwiftDataError`: `storeIsNotADatabase`, `storeIsCorrupt`, `storeIsNewer`; `SQLError`.
  package func readMetadata(_ connection: any SQLConnection) throws -> StoreMetadata {
    let tables = try connection.rows(StoreMetadata.findTable)
    if tables.isEmpty {
      throw SwiftDataError.storeIsNotADatabase.explained(
        "\(path) is an SQLite database, but no Core Data or SwiftData store.",
        advice: "Give the path of a store file, or of one that does not exist yet.")
    }
    let rows = try connection.rows(StoreMetadata.select)
    guard let row = rows.first, let identifier = row[0].text, let propertyList = row[1].blob else {
      throw SwiftDataError.storeIsCorrupt.explained(
        "\(path) has no row in \(StoreMetadata.tableName).", advice: "Restore it from a backup.")
    }
    let metadata: StoreMetadata
    do {
      metadata = try StoreMetadata(storeUUID: identifier, propertyList: propertyList)
    } catch {
      throw SwiftDataError.storeIsCorrupt.explained(
        "The metadata of \(path) cannot be read.", advice: "Restore it from a backup.",
        underlying: error)
    }
    try check(metadata)
    return metadata
  }

  private func check(_ metadata: StoreMetadata) throws {
    guard metadata.versionHashesVersion <= Self.knownHashesVersion else {
      throw SwiftDataError.storeIsNewer.explained(
        """
        \(path) has version hashes of form \(metadata.versionHashesVersion); this version of the \
        library knows up to \(Self.knownHashesVersion).
        """,
        advice: "Update the library; the file is unchanged.")
    }
  }
}
