import Foundation
import SQLCore
import SQLiteDriver
import SwiftDataErrors

/// A backup of a store before it is changed: its rows and its external files.
///
/// If another connection's transaction holds the store's lock meanwhile, the backup contains
/// exactly what that transaction sees.
package struct StoreBackup {
  private let location: StoreLocation
  /// The path of the backup.
  private let path: String
  private let reader: SQLiteConnection?

  /// Creates a backup that is not made yet.
  ///
  /// - Parameters:
  ///   - location: The store, which is a file.
  ///   - path: The path of the backup; nothing may exist there.
  ///   - reader: A connection to the store outside of a transaction; nil to open one.
  package init(_ location: StoreLocation, to path: String, reading reader: SQLiteConnection? = nil)
  {
    (self.location, self.path, self.reader) = (location, path, reader)
  }

  /// Makes the backup, completely or not at all.
  ///
  /// - Throws: `SwiftDataError.loadIssueModelContainer` if it cannot be made.
  package func make() throws {
    try checkFolder(ofStoreAt: path)
    try checkPlace()
    removeUnfinished()
    let unfinished = FileSystem.unfinishedName(path)
    do {
      try copyDatabase(to: unfinished)
      // The rows refer to external files by name, whatever the folder.
      try ExternalFolder(ofStoreAt: location.path).copy(to: ExternalFolder(ofStoreAt: path))
      try FileSystem.moveNew(unfinished, to: path)
      let folder = (path as NSString).deletingLastPathComponent
      try FileSystem.synchronizeFolder(folder.isEmpty ? "." : folder)
    } catch {
      FileSystem.remove(unfinished)
      let failure = WriteFailure(error)
      throw SwiftDataError.loadIssueModelContainer.explained(
        "The store was not migrated, because it could not be copied first: \(failure.reason)",
        path: path, advice: failure.advice, underlying: error)
    }
  }

  /// Deletes the remains of backups to the same path whose programs were killed.
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
    // The migrating connection is within a transaction, and cannot be used.
    let reader = try self.reader ?? location.connect(writable: false)
    // An empty file with the permissions of the store, which SQLite fills.
    try FileSystem.makeEmpty(path, FileSystem.permissions(of: location.path))
    try reader.run("VACUUM INTO ?", [.text(SQLiteConnection.fileName(path))])
    let mode = try reader.rows("PRAGMA journal_mode").first?.first
    guard let mode = mode?.text, mode == "wal" else {
      return try FileSystem.synchronizeFile(path)
    }
    try SQLiteConnection(path: path, mode: .readWrite).execute("PRAGMA journal_mode = WAL")
    try FileSystem.synchronizeFile(path)
  }

  /// Returns the existing file that prevents storing a database at a path; nil if there is none.
  ///
  /// The log of another store would be read as the database's own.
  package static func occupant(of path: String) -> String? {
    ["", "-wal", "-journal"].map { path + $0 }.first(where: FileSystem.hasEntry)
  }

  /// Throws if something exists at the path of the backup.
  private func checkPlace() throws {
    guard let other = Self.occupant(of: path) else { return }
    throw SwiftDataError.loadIssueModelContainer.explained(
      "The store was not migrated, because it could not be copied first: \(other) already exists.",
      path: path, advice: "Move that file away, or give the copy another path.")
  }

  /// Throws if the backup would share the store's folder of external files, some of which the
  /// migration deletes.
  private func checkFolder(ofStoreAt path: String) throws {
    guard ExternalFolder(ofStoreAt: path).path == ExternalFolder(ofStoreAt: location.path).path
    else {
      return
    }
    throw SwiftDataError.loadIssueModelContainer.explained(
      "The store was not migrated, because its copy would share the folder of large values with it.",
      path: path,
      advice: "Give the copy a name that differs from the store's by more than its extension.")
  }
}
