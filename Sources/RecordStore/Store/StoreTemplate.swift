import CoreDataFormat
import Foundation
import SQLCore
import SQLiteDriver
import SwiftDataErrors

/// A file that new stores begin as, which may be one that Apple's frameworks made.
///
/// A new store has all that the file has: tables, numbers of entities, metadata, the archived model, rows. It
/// gets an identifier of its own, since identifiers of rows and tokens of histories name their store by it.
struct StoreTemplate {
  private let url: URL

  init(_ url: URL) { self.url = url }

  /// Makes the file of a store, unless there is one.
  ///
  /// The file gets its name when it is complete, so that of several programs one makes it and all use that.
  ///
  /// - Parameters:
  ///   - path: The store's place, whose folder is there.
  ///   - permissions: Who may read and write it; nil for what the process's mask says, and for nobody who may not read
  ///     the template.
  /// - Throws: `SwiftDataError`: what opening the template throws; `storeCannotBeOpened` for one that
  ///   cannot be shared or copied.
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
      // The rows name them, whatever folder they are in.
      try ExternalFolder(ofStoreAt: url.path).copy(
        to: ExternalFolder(ofStoreAt: path), FileSystem.permissions(of: unfinished))
      try FileSystem.synchronizeFile(unfinished)
      try FileSystem.nameNew(path, unfinished)
      try FileSystem.synchronizeFolder((path as NSString).deletingLastPathComponent)
    } catch {
      throw SwiftDataError.storeCannotBeOpened.explained(
        "A new store cannot be made from \(url.path).", path: path,
        advice: "See that the disk has room and that the folder can be written to.",
        underlying: error)
    }
  }

  /// Refuses what says of its rows where they are elsewhere: the new store's rows are others.
  private func checkIsForAll(_ connection: any SQLConnection) throws {
    let isMirrored = try connection.rows(MirrorTables.find).first?.first == .integer(1)
    let synced = try connection.rows(
      "SELECT 1 FROM sqlite_master WHERE name GLOB ?", [.text(SideTable.syncPrefix + "*")])
    guard isMirrored || !synced.isEmpty else { return }
    throw SwiftDataError.storeCannotBeOpened.explained(
      "The template \(url.path) is of a store that is synced with a server.",
      advice: "Use a file of a store that never was.")
  }

  private func setIdentifier(_ path: String) throws {
    let connection = try StoreLocation(StoreOptions(name: path, path: path)).connect(to: .readWrite)
    try connection.run(StoreMetadata.setIdentifier, [.text(UUID().uuidString)])
    // A template may have been shipped without; it is how all stores are written to.
    try connection.execute("PRAGMA journal_mode = WAL")
  }
}
