import CoreDataFormat
import Foundation
import SwiftDataErrors

// The owners of the files in a folder. The folder has the name of the store without its extension,
// so several stores may share a folder, or use it one after the other.

extension ExternalFolder {
  /// A file in the support folder with the identifiers of stores that have written files, one per
  /// line.
  private static let ownersFile = "openswiftdata-owners"
  /// A placeholder for unknown stores.
  private static let stranger = "unknown"

  /// Returns the identifiers of the stores that have written files; nil if they were not recorded.
  private func owners() throws -> Set<String>? {
    guard let folder = try open(.valueCannotBeRead, 1),
      let bytes = try folder.contents(of: Self.ownersFile)
    else { return nil }
    return Set(String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init))
  }

  /// Records a store that writes a file.
  ///
  /// If existing files were not recorded, they may belong to another store.
  func add(_ owner: String, _ permissions: FileSystem.Permissions) throws {
    let known = try owners()
    guard known?.contains(owner) != true else { return }
    let hasOthers = known == nil && !contents().files.isEmpty
    try note(hasOthers ? [Self.stranger, owner] : [owner], permissions)
  }

  /// Appends lines, so that concurrent additions are not lost.
  private func note(_ owners: [String], _ permissions: FileSystem.Permissions) throws {
    guard let folder = try open(.valueCannotBeStored, 1) else { return }
    let text = owners.map { $0 + "\n" }.joined()
    try folder.append(Data(text.utf8), to: Self.ownersFile, permissions)
    try folder.synchronize()
  }

  /// Records that all files belong to a store, if nothing was recorded yet.
  func adopt(for owner: String) throws {
    guard try owners() == nil else { return }
    try note([owner], FileSystem.permissions(of: store.path))
  }

  /// Whether other stores may have files in the folder, as far as known; copies of this store do
  /// not count.
  package func hasOthers(than owner: String) -> Bool {
    hasNeighbors(countsCopies: false) || ((try? owners()) ?? [owner]) != [owner]
  }

  /// Whether only one store has files in the folder, as far as known.
  func isOnly(of owner: String) -> Bool {
    (try? owners()) == [owner] && !hasNeighbors(countsCopies: true)
  }

  /// Whether other files share the store's name with any extension, and so may be stores, too.
  ///
  /// - Parameter countsCopies: Whether to include files named like the store with a suffix, such as
  ///   a store that was moved aside. Copies with their own folder, such as backups, are not
  ///   included.
  /// - Returns: Whether there are such files; also true if the folder cannot be read.
  private func hasNeighbors(countsCopies: Bool) -> Bool {
    let parent = store.deletingLastPathComponent().path
    guard let entries = try? FileManager.default.contentsOfDirectory(atPath: parent) else {
      return true
    }
    let own = store.lastPathComponent
    let ours = Set(["", "-wal", "-shm", "-journal"].map { own + $0 })
    // Compared without case, as on case-insensitive file systems.
    let stem = Self.stem(own)
    return entries.contains { entry in
      guard !ours.contains(entry), !FileSystem.isFolder("\(parent)/\(entry)") else { return false }
      if Self.stem(entry) == stem { return true }
      guard countsCopies, entry.lowercased().hasPrefix(own.lowercased() + "."),
        !FileSystem.isUnfinished(entry, of: own)
      else { return false }
      let folder = ExternalData.folder(forStoreNamed: entry)
      return !FileSystem.isFolder("\(parent)/\(folder)")
    }
  }

  /// Returns the name without extension, in lowercase for case-insensitive file systems.
  private static func stem(_ name: String) -> String {
    (name as NSString).deletingPathExtension.lowercased()
  }
}
