import CoreDataFormat
import Foundation
import SwiftDataErrors

// Whose files stand in a folder. Its name is that of the store without the extension, so that several stores may share
// one, or follow each other in it.

extension ExternalFolder {
  /// A file in the support folder that names the stores which have written files, each in a line.
  private static let ownersFile = "openswiftdata-owners"
  /// In the place of stores that are not known.
  private static let stranger = "unknown"

  /// The identifiers of the stores that have written files; nil where nobody took note.
  private func owners() throws -> Set<String>? {
    guard let folder = try open(.valueCannotBeRead, 1),
      let bytes = try folder.contents(of: Self.ownersFile)
    else { return nil }
    return Set(String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init))
  }

  /// Takes note of a store that writes a file.
  ///
  /// Files that are there, and of which nobody took note, may be those of another store.
  func add(_ owner: String, _ permissions: FileSystem.Permissions) throws {
    let known = try owners()
    guard known?.contains(owner) != true else { return }
    let hasOthers = known == nil && !contents().files.isEmpty
    try note(hasOthers ? [Self.stranger, owner] : [owner], permissions)
  }

  /// Adds lines, so that of two that are added at once none is lost.
  private func note(_ owners: [String], _ permissions: FileSystem.Permissions) throws {
    guard let folder = try open(.valueCannotBeStored, 1) else { return }
    let text = owners.map { $0 + "\n" }.joined()
    try folder.append(Data(text.utf8), to: Self.ownersFile, permissions)
    try folder.synchronize()
  }

  /// Takes note that all files are those of a store, where nobody has taken note of any.
  func adopt(for owner: String) throws {
    guard try owners() == nil else { return }
    try note([owner], FileSystem.permissions(of: store.path))
  }

  /// Whether other stores may have files in the folder, as far as anybody knows; copies of this one do not count.
  package func hasOthers(than owner: String) -> Bool {
    hasNeighbors(countsCopies: false) || ((try? owners()) ?? [owner]) != [owner]
  }

  /// Whether a store alone has files in the folder, as far as anybody knows.
  ///
  func isOnly(of owner: String) -> Bool {
    (try? owners()) == [owner] && !hasNeighbors(countsCopies: true)
  }

  /// Whether other files have the name of the store, whatever stands behind that: they may be other stores.
  ///
  /// - Parameter countsCopies: Whether those count that have the whole name with something behind it, as a store has
  ///   that was put aside; one that has a folder of its own, as backups have, does not.
  /// - Returns: True also where nobody can tell.
  private func hasNeighbors(countsCopies: Bool) -> Bool {
    let parent = store.deletingLastPathComponent().path
    guard let entries = try? FileManager.default.contentsOfDirectory(atPath: parent) else {
      return true
    }
    let own = store.lastPathComponent
    let ours = Set(["", "-wal", "-shm", "-journal"].map { own + $0 })
    // As a file system sees it that ignores case.
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

  /// The name without extension, as a file system sees it that ignores case.
  private static func stem(_ name: String) -> String {
    (name as NSString).deletingPathExtension.lowercased()
  }
}
