import CoreDataFormat
import Foundation
import SwiftDataErrors

/// The folder beside a store that holds large values, each in a file named by a UUID.
///
/// Made with the first file. Files are as private as the store's own.
package struct ExternalFolder: Sendable {
  package let path: String
  private let store: URL

  /// Added to the name of a file that is still being written.
  package static let unfinishedSuffix = ".unfinished"

  package init(ofStoreAt path: String) {
    // SQLite follows links to the store too: whoever opens it by another name shares its files.
    store = URL(fileURLWithPath: FileSystem.realPath(path))
    self.path =
      store.deletingLastPathComponent()
      .appendingPathComponent(ExternalData.folder(forStoreNamed: store.lastPathComponent)).path
  }

  package func file(_ name: UUID) -> String { "\(path)/\(name.uuidString)" }

  /// The bytes of a file; nil when there is no such file.
  ///
  /// - Throws: `SwiftDataError.valueCannotBeRead` when the file cannot be read.
  package func read(_ name: UUID) throws -> Data? { try FileSystem.contents(of: file(name)) }

  /// Writes a new file, which is complete and on the disk by the time it has its name.
  ///
  /// Its entry in the folder is not on the disk before `makeDurable()`.
  ///
  /// - Throws: `SwiftDataError.storeIsFull`, `.storeIsReadOnly` or `.valueCannotBeStored`.
  package func write(_ bytes: Data) throws -> UUID {
    let permissions = FileSystem.permissions(of: store.path)
    try make(permissions)
    let name = UUID()
    let unfinished = file(name) + Self.unfinishedSuffix
    do {
      try FileSystem.create(unfinished, with: bytes, permissions)
      try FileSystem.move(unfinished, to: file(name))
    } catch {
      FileSystem.remove(unfinished)
      throw error
    }
    return name
  }

  /// Makes the folder, unless it is there.
  package func make(_ permissions: FileSystem.Permissions) throws {
    guard !FileSystem.exists(path) else { return }
    let support = (path as NSString).deletingLastPathComponent
    for folder in [support, path] { try FileSystem.makeFolder(folder, permissions) }
  }

  /// Brings the entries of new files to the disk.
  package func makeDurable() throws { try FileSystem.synchronizeFolder(path) }

  /// Brings the store's write-ahead log to the disk, and with it all that was committed.
  package func synchronizeLog() throws { try FileSystem.synchronizeFile(store.path + "-wal") }

  /// Removes files; one that is gone or cannot be removed is left to the next sweep.
  package func remove(_ names: some Sequence<UUID>) {
    for name in names { FileSystem.remove(file(name)) }
  }

  /// Removes what writers that were killed left half done.
  package func remove(unfinished names: [String]) {
    for name in names { FileSystem.remove("\(path)/\(name)") }
  }

  /// What stands in the folder, as far as this library or Core Data put it there.
  package func contents() -> (files: Set<UUID>, unfinished: [String]) {
    guard FileSystem.exists(path),
      let entries = try? FileManager.default.contentsOfDirectory(atPath: path)
    else { return ([], []) }
    var files: Set<UUID> = []
    var unfinished: [String] = []
    for entry in entries {
      if let name = Self.name(entry[...]) {
        files.insert(name)
      } else if entry.hasSuffix(Self.unfinishedSuffix),
        Self.name(entry.dropLast(Self.unfinishedSuffix.count)) != nil
      {
        unfinished.append(entry)
      }
    }
    return (files, unfinished)
  }

  private static func name(_ entry: Substring) -> UUID? {
    UUID(uuidString: String(entry)).flatMap { $0.uuidString == entry ? $0 : nil }
  }

  /// Whether another store may keep its files in the same folder.
  ///
  /// The layout names the folder after the store without its extension, so that `a.store` and
  /// `a.sqlite` share one. Any other file of that name counts, for it may be a store or a backup.
  package func isShared() -> Bool {
    let parent = store.deletingLastPathComponent().path
    guard let entries = try? FileManager.default.contentsOfDirectory(atPath: parent) else {
      return true
    }
    let own = store.lastPathComponent
    let ours = Set(["", "-wal", "-shm", "-journal"].map { own + $0 })
    let stem = Self.stem(own)
    return entries.contains { entry in
      guard !ours.contains(entry), Self.stem(entry) == stem else { return false }
      return !FileSystem.isFolder("\(parent)/\(entry)")
    }
  }

  /// The name without extension, as a file system that ignores case sees it.
  private static func stem(_ name: String) -> String {
    (name as NSString).deletingPathExtension.lowercased()
  }
}
