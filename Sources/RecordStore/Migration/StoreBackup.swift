import CoreDataFormat
import Foundation
import SQLCore
import SQLiteDriver
import SwiftDataErrors

/// A copy of a store that is made before it is changed: its rows, and the files of its large values.
///
/// Made while a transaction of another connection holds the store's lock, it has exactly what that one finds.
package struct StoreBackup {
  private let location: StoreLocation
  /// Where the copy is to stand.
  private let path: String
  private let reader: SQLiteConnection?

  /// - Parameters:
  ///   - location: The store, which is a file.
  ///   - path: Where the copy is to stand; nothing may be there.
  ///   - reader: A connection to it that is in no transaction; nil to make one.
  package init(_ location: StoreLocation, to path: String, reading reader: SQLiteConnection? = nil)
  {
    (self.location, self.path, self.reader) = (location, path, reader)
  }

  /// Makes the copy, in whole or not at all.
  ///
  /// - Throws: `SwiftDataError.loadIssueModelContainer` when it cannot be made.
  package func make() throws {
    try checkFolder(ofStoreAt: path)
    try checkPlace()
    removeUnfinished()
    let unfinished = FileSystem.unfinishedName(path)
    do {
      try copyDatabase(to: unfinished)
      // The rows name them, whatever folder they are in.
      try ExternalFolder(ofStoreAt: location.path).copy(to: ExternalFolder(ofStoreAt: path))
      try FileSystem.moveNew(unfinished, to: path)
      let folder = (path as NSString).deletingLastPathComponent
      try FileSystem.synchronizeFolder(folder.isEmpty ? "." : folder)
    } catch {
      FileSystem.remove(unfinished)
      throw SwiftDataError.loadIssueModelContainer.explained(
        "The store could not be copied before its migration, which did not take place.", path: path,
        advice: "See that the disk has room and that the folder can be written to.",
        underlying: error)
    }
  }

  /// Removes what programs left that were killed while they made the same copy.
  private func removeUnfinished() {
    let (folder, own) = (
      (path as NSString).deletingLastPathComponent, (path as NSString).lastPathComponent
    )
    let entries = try? FileManager.default.contentsOfDirectory(
      atPath: folder.isEmpty ? "." : folder)
    for name in entries ?? [] where FileSystem.isUnfinished(name, of: own + ".") {
      FileSystem.remove(folder.isEmpty ? name : "\(folder)/\(name)")
    }
  }

  private func copyDatabase(to path: String) throws {
    // Not the one that migrates, which is within a transaction.
    let reader = try self.reader ?? location.connect(writable: false)
    // An empty file with the rights of the store, which SQLite fills.
    try FileSystem.makeEmpty(path, FileSystem.permissions(of: location.path))
    try reader.run("VACUUM INTO ?", [.text(SQLiteConnection.fileName(path))])
    let mode = try reader.rows("PRAGMA journal_mode").first?.first
    guard let mode = mode?.text, mode == "wal" else {
      return try FileSystem.synchronizeFile(path)
    }
    try SQLiteConnection(path: path, mode: .readWrite).execute("PRAGMA journal_mode = WAL")
    try FileSystem.synchronizeFile(path)
  }

  /// The file in whose way a store at a path would be; nil where there is none.
  ///
  /// The log of another store would be read as its own.
  package static func occupant(of path: String) -> String? {
    ["", "-wal", "-journal"].map { path + $0 }.first(where: FileSystem.hasEntry)
  }

  /// Refuses a place where something is.
  private func checkPlace() throws {
    guard let other = Self.occupant(of: path) else { return }
    throw SwiftDataError.loadIssueModelContainer.explained(
      "\(other) is there already, so that the store could not be copied before its migration, which did not "
        + "take place.", path: path, advice: "Move it away, or give the copy another path.")
  }

  /// Sees to it that the copy has files of its own, since the migration removes those of the store.
  private func checkFolder(ofStoreAt path: String) throws {
    guard ExternalFolder(ofStoreAt: path).path == ExternalFolder(ofStoreAt: location.path).path
    else {
      return
    }
    throw SwiftDataError.loadIssueModelContainer.explained(
      "The copy of the store would share the folder of large values with it.", path: path,
      advice: "Give the copy a name that differs from the store's by more than its extension.")
  }
}
