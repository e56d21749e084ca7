import CoreDataFormat
import DataSchema
import Foundation
import SQLCore
import SQLiteDriver

/// The opening of a store: finds out what the file holds, and makes the tables of a new one.
struct StoreOpening {
  private let connection: SQLiteConnection
  private let location: StoreLocation
  private let layout: CoreDataLayout
  private let allowsCreation: Bool

  /// The newest form of version hashes that this library understands.
  private static let knownHashesVersion: Int64 = 3

  init(
    _ connection: SQLiteConnection, _ location: StoreLocation, _ layout: CoreDataLayout,
    allowsCreation: Bool
  ) {
    self.connection = connection
    self.location = location
    self.layout = layout
    self.allowsCreation = allowsCreation
  }

  /// Opens the store and returns its identifier.
  func open() throws -> String {
    if try isEmpty() {
      guard allowsCreation else {
        throw SwiftDataError.storeCannotBeOpened.explained(
          "\(location.path) holds no store, and the configuration does not allow saving.",
          advice: "Open it once with allowsSave: true.")
      }
      return try create()
    }
    let metadata = try readMetadata()
    try check(metadata)
    return metadata.storeUUID
  }

  private func isEmpty() throws -> Bool {
    try connection.rows("SELECT 1 FROM sqlite_master LIMIT 1").isEmpty
  }

  /// Makes all tables, unless another process is quicker.
  private func create() throws -> String {
    if !location.isInMemory {
      for pragma in SchemaStatements.creationPragmas { try connection.execute(pragma) }
    }
    let statements = try SchemaStatements(layout: layout)
    let identifier = UUID()
    let isFirst = try connection.transaction {
      guard try isEmpty() else { return false }
      for text in statements.all { try connection.run(text) }
      for row in statements.primaryKeyRows { try connection.run(row.text, row.values) }
      let metadata = StoreMetadata(model: layout.model, storeUUID: identifier)
      try connection.run(
        "INSERT INTO Z_METADATA (Z_VERSION, Z_UUID, Z_PLIST) VALUES (1, ?, ?)",
        [.text(metadata.storeUUID), .blob(try metadata.propertyList())])
      return true
    }
    return isFirst ? identifier.uuidString : try open()
  }

  private func readMetadata() throws -> StoreMetadata {
    let tables = try connection.rows("SELECT 1 FROM sqlite_master WHERE name = 'Z_METADATA'")
    if tables.isEmpty {
      throw SwiftDataError.storeIsNotADatabase.explained(
        "\(location.path) is an SQLite database, but no Core Data or SwiftData store.",
        advice: "Give the path of a store file, or of one that does not exist yet.")
    }
    let rows = try connection.rows("SELECT Z_UUID, Z_PLIST FROM Z_METADATA")
    guard let row = rows.first, let identifier = row[0].text, let propertyList = row[1].blob else {
      throw SwiftDataError.storeIsCorrupt.explained(
        "\(location.path) has no row in Z_METADATA.", advice: "Restore it from a backup.")
    }
    do {
      return try StoreMetadata(storeUUID: identifier, propertyList: propertyList)
    } catch {
      throw SwiftDataError.storeIsCorrupt.explained(
        "The metadata of \(location.path) cannot be read.", advice: "Restore it from a backup.",
        underlying: error)
    }
  }

  private func check(_ metadata: StoreMetadata) throws {
    guard metadata.versionHashesVersion <= Self.knownHashesVersion else {
      throw SwiftDataError.storeIsNewer.explained(
        """
        \(location.path) has version hashes of form \(metadata.versionHashesVersion); this \
        version of the library knows up to \(Self.knownHashesVersion).
        """,
        advice: "Update the library; the file is unchanged.")
    }
    let (stored, wanted) = (metadata.versionHashes, layout.model.versionHashes)
    guard stored != wanted else { return }
    let names = Set(stored.keys).union(wanted.keys).sorted()
    let differing = names.filter { stored[$0] != wanted[$0] }
    throw SwiftDataError.storeSchemaMismatch.explained(
      """
      \(location.path) was written with another schema; these entities differ: \
      \(differing.joined(separator: ", ")).
      """,
      entity: differing.first, advice: "Open it with the models it was written with.")
  }
}
