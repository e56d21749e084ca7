import CoreDataFormat
import Foundation
import RecordStore
import SQLCore
import SQLiteDriver

/// The copy of a store that is made before it is migrated.
///
/// It is made while the migration holds the store's lock, so that it has exactly what is migrated.
struct MigrationBackup {
  private let file: StoreFile
  /// Where the copy is to stand; nil for none.
  private let wanted: String?

  init(_ file: StoreFile, _ backup: MigrationOptions.Backup, number: Int) {
    self.file = file
    wanted =
      switch backup {
      case .none: nil
      case .beside: "\(file.path).backup-\(StoreVersion.name(file.metadata))"
      case .at(let url): number == 0 ? url.path : "\(url.path)-\(number + 1)"
      }
  }

  /// Makes the copy, in whole or not at all.
  ///
  /// - Throws: `SwiftDataError.loadIssueModelContainer` when it cannot be made.
  func make() throws {
    guard let wanted, !file.location.isInMemory else { return }
    let path = Self.unused(wanted)
    try checkFolder(ofStoreAt: path)
    let unfinished = path + ".unfinished"
    do {
      FileSystem.remove(unfinished)
      try copyDatabase(to: unfinished)
      try copyFiles(ofStoreAt: path)
      try FileSystem.move(unfinished, to: path)
      try FileSystem.synchronizeFolder((path as NSString).deletingLastPathComponent)
    } catch {
      FileSystem.remove(unfinished)
      throw SwiftDataError.loadIssueModelContainer.explained(
        "The store could not be copied before its migration, which did not take place.", path: path,
        advice: "See that the disk has room and that the folder can be written to.",
        underlying: error)
    }
  }

  private func copyDatabase(to path: String) throws {
    // A connection of its own, since the one that migrates is within a transaction.
    let reader = try file.location.connect(writable: false)
    // An empty file with the rights of the store, which SQLite fills.
    try FileSystem.makeEmpty(path, FileSystem.permissions(of: file.path))
    try reader.run("VACUUM INTO ?", [.text(path)])
    let mode = try reader.rows("PRAGMA journal_mode").first?.first
    guard let mode = mode?.text, mode == "wal" else {
      return try FileSystem.synchronizeFile(path)
    }
    try SQLiteConnection(path: path, mode: .readWrite).execute("PRAGMA journal_mode = WAL")
    try FileSystem.synchronizeFile(path)
  }

  /// Copies the files of large values; the store names them, whatever folder they are in.
  private func copyFiles(ofStoreAt path: String) throws {
    let source = ExternalFolder(ofStoreAt: file.path)
    let names = source.contents().files
    guard !names.isEmpty else { return }
    let target = ExternalFolder(ofStoreAt: path)
    try target.make(FileSystem.permissions(of: file.path))
    for name in names { try FileSystem.copy(source.file(name), to: target.file(name)) }
    try target.makeDurable()
  }

  /// Sees to it that the copy has files of its own, since the migration removes those of the store.
  private func checkFolder(ofStoreAt path: String) throws {
    guard ExternalFolder(ofStoreAt: path).path == ExternalFolder(ofStoreAt: file.path).path else {
      return
    }
    throw SwiftDataError.loadIssueModelContainer.explained(
      "The copy of the store would share the folder of large values with it.", path: path,
      advice: "Give the copy a name that differs from the store's by more than its extension.")
  }

  /// The path, with a number where there is a file by that name.
  private static func unused(_ path: String) -> String {
    var candidate = path
    var number = 2
    while FileSystem.exists(candidate) {
      candidate = "\(path)-\(number)"
      number += 1
    }
    return candidate
  }
}
