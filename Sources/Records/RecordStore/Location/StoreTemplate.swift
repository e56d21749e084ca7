import CoreDataFormat
import Foundation
import SQLCore
import SQLiteDriver
import SwiftDataErrors

/// A file that new stores are copied from, which Apple's frameworks may have created.
///
/// A new store contains everything that the file contains: tables, entity numbers, metadata, the
/// archived model and rows. It gets its own identifier, because identifiers of rows and history
/// tokens include the identifier of their store.
struct StoreTemplate {
  private let url: URL

  init(_ url: URL) { self.url = url }

  /// Creates the file of a store, unless it exists.
  ///
  /// The file gets its name when it is complete, so that if several programs start at once, one
  /// creates it and all use it.
  ///
  /// - Parameters:
  ///   - path: The path of the store, whose folder exists.
  ///   - permissions: The permissions of the file; nil for those of the process's umask, without
  ///     access for users who may not read the template.
  /// - Throws: `SwiftDataError`: what opening the template throws; `storeCannotBeOpened` for a
  ///   template that cannot be shared or copied.
  func makeStore(at path: String, _ permissions: FileSystem.Permissions?) throws {
    let reader = try StoreReader(url)
    try reader.location.reporting { try checkIsForAll(reader.connection) }
    let unfinished = FileSystem.unfinishedName(path)
    defer {
      for suffix in ["", "-journal", "-wal", "-shm"] { FileSystem.remove(unfinished + suffix) }
    }
    do {
      // SQLite fills the empty file.
      if let permissions {
        try FileSystem.makeEmpty(unfinished, permissions)
      } else {
        close(try FileSystem.openNew(unfinished, FileSystem.permissions(of: url.path).forOneWriter))
      }
      try reader.connection.run("VACUUM INTO ?", [.text(SQLiteConnection.fileName(unfinished))])
      try setIdentifier(unfinished)
      // The rows refer to external files by name, whatever the folder.
      try ExternalFolder(ofStoreAt: url.path).copy(
        to: ExternalFolder(ofStoreAt: path), FileSystem.permissions(of: unfinished))
      try FileSystem.synchronizeFile(unfinished)
      try FileSystem.nameNew(path, unfinished)
      try FileSystem.synchronizeFolder((path as NSString).deletingLastPathComponent)
    } catch {
      let failure = WriteFailure(error)
      throw SwiftDataError.storeCannotBeOpened.explained(
        "A new store cannot be created from \(url.path): \(failure.reason)", path: path,
        advice: failure.advice, underlying: error)
    }
  }

  /// Throws if the template has sync state, which would describe rows of another store.
  private func checkIsForAll(_ connection: any SQLConnection) throws {
    let isMirrored = try connection.rows(MirrorTables.find).first?.first == .integer(1)
    let synced = try connection.rows(
      "SELECT 1 FROM sqlite_master WHERE name GLOB ?", [.text(SideTable.syncPrefix + "*")])
    guard isMirrored || !synced.isEmpty else { return }
    throw SwiftDataError.storeCannotBeOpened.explained(
      "A new store cannot be created from \(url.path), because this template is synced with a server.",
      advice: "Use the file of a store that was never synced.")
  }

  private func setIdentifier(_ path: String) throws {
    let connection = try StoreLocation(StoreOptions(name: path, path: path)).connect(to: .readWrite)
    try connection.run(StoreMetadata.setIdentifier, [.text(UUID().uuidString)])
    // A template may have been shipped without WAL, which all stores use.
    try connection.execute("PRAGMA journal_mode = WAL")
  }
}
