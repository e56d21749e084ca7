import CoreDataFormat
import SQLCore
import SwiftDataErrors

extension StoreLocation {
  /// The newest format of version hashes that this library reads.
  private static let knownHashesVersion: Int64 = 3

  /// Reads the metadata of a file that is not empty.
  ///
  /// - Throws: `SwiftDataError`: `storeIsNotADatabase`, `storeIsCorrupt`, `storeIsNewer`;
  ///   `SQLError`.
  package func readMetadata(_ connection: any SQLConnection) throws -> StoreMetadata {
    let found = try connection.rows(StoreMetadata.findTable)
    let views = found.filter { $0[1] == .integer(1) }.compactMap { $0[0].text }
    try check(views, entityNames: [])
    if found.count == views.count {
      throw SwiftDataError.storeIsNotADatabase.explained(
        "\(path) is an SQLite database, but not a Core Data or SwiftData store.",
        advice: "Give the path of a store file, or of a file that does not exist yet.")
    }
    let rows = try connection.rows(StoreMetadata.select)
    guard let row = rows.first, let identifier = row[0].text, let propertyList = row[1].blob else {
      let what =
        rows.isEmpty
        ? "\(StoreMetadata.tableName) has no row"
        : "the row of \(StoreMetadata.tableName) has "
          + (rows[0][0].text == nil ? "no store identifier" : "no property list")
      throw SwiftDataError.storeIsCorrupt.explained(
        "The metadata of \(path) cannot be read: \(what).",
        advice: "Restore it from a backup, or read the rows of its tables with “swiftdata”.")
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
    try check(views, entityNames: metadata.versionHashes.keys)
    return metadata
  }

  /// Throws if a view replaces a table: reading a view may never end, or produce more rows than fit
  /// into memory.
  private func check(_ views: [String], entityNames: some Sequence<String>) throws {
    guard !views.isEmpty else { return }
    let tables = Set(
      SystemTable.allCases.map(\.rawValue) + entityNames.map { "Z\($0.uppercased())" })
    let impostor = views.map { $0.uppercased() }.sorted().first { view in
      tables.contains(view) || view.hasPrefix(SideTable.prefix)
        || view.hasPrefix("Z_") && view.dropFirst(2).first?.isNumber == true
    }
    guard let impostor else { return }
    throw SwiftDataError.storeIsCorrupt.explained(
      "\(path) cannot be used as a store, because \(impostor) is a view instead of a table.",
      advice: "Restore it from a backup; someone has added the view to the file by hand.")
  }

  private func check(_ metadata: StoreMetadata) throws {
    guard metadata.versionHashesVersion <= Self.knownHashesVersion else {
      throw SwiftDataError.storeIsNewer.explained(
        """
        \(path) cannot be opened: its version hashes have format \(metadata.versionHashesVersion), \
        and this version of the library supports formats up to \(Self.knownHashesVersion).
        """,
        advice: "Update the library; the file is unchanged.")
    }
  }
}
