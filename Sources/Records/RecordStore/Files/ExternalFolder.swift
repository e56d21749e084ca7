import CoreDataFormat
import Foundation
import SwiftDataErrors

/// The folder beside a store with its large values, each in a file named by a UUID.
///
/// It is created with the first file. Files have the permissions of the store.
package struct ExternalFolder: Sendable {
  package let path: String
  let store: URL
  /// The path components from the store's folder to this one.
  private let steps: [String]

  package init(ofStoreAt path: String) {
    // SQLite also follows links to the store: programs that open it by another name share its
    // files.
    store = URL(fileURLWithPath: FileSystem.realPath(path))
    let folder = ExternalData.folder(forStoreNamed: store.lastPathComponent)
    self.path = store.deletingLastPathComponent().appendingPathComponent(folder).path
    steps = folder.split(separator: "/").map(String.init)
  }

  package func file(_ name: UUID) -> String { "\(path)/\(name.uuidString)" }

  /// Reads a file; returns nil if it does not exist.
  ///
  /// - Throws: `SwiftDataError.valueCannotBeRead` if the file cannot be read, or is a link.
  package func read(_ name: UUID) throws -> Data? {
    try open(.valueCannotBeRead)?.contents(of: name.uuidString)
  }

  /// Writes a new file, which is complete and synchronized to the disk before it gets its name.
  ///
  /// Its entry in the folder is only synchronized by `makeDurable()`.
  ///
  /// - Parameters:
  ///   - bytes: The bytes.
  ///   - owner: The identifier of the store whose row will refer to it.
  /// - Returns: Its name.
  /// - Throws: `SwiftDataError.storeIsFull`, `.storeIsReadOnly` or `.valueCannotBeStored`.
  package func write(_ bytes: Data, for owner: String) throws -> UUID {
    let permissions = FileSystem.permissions(of: store.path)
    try make(permissions)
    guard let folder = try open(.valueCannotBeStored) else {
      throw FileSystem.writeFailure(path, ENOENT)
    }
    try add(owner, permissions)
    let name = UUID()
    try folder.write(bytes, to: name.uuidString, permissions)
    return name
  }

  /// Opens the folder; returns nil if it does not exist.
  ///
  /// - Throws: `kind` if it is a link or a file.
  func open(_ kind: SwiftDataError, _ depth: Int = 2) throws -> OpenFolder? {
    try OpenFolder.open(
      Array(steps.prefix(depth)), in: store.deletingLastPathComponent().path, kind)
  }

  /// Creates the folder, unless it exists.
  ///
  /// - Throws: `SwiftDataError` if it cannot be created, or is a link.
  package func make(_ permissions: FileSystem.Permissions) throws {
    guard try open(.valueCannotBeStored) == nil else { return }
    try FileSystem.makeFolder((path as NSString).deletingLastPathComponent, permissions)
    // A link may have been created there in the meantime.
    _ = try open(.valueCannotBeStored, 1)
    try FileSystem.makeFolder(path, permissions)
  }

  /// Copies the files to the folder of another store whose rows also refer to them; keeps files
  /// that exist there.
  ///
  /// - Parameters:
  ///   - other: The folder of the other store.
  ///   - permissions: The permissions of a created folder; nil for those of this store.
  /// - Throws: `SwiftDataError` if a file cannot be copied.
  package func copy(
    to other: ExternalFolder, _ permissions: FileSystem.Permissions? = nil
  ) throws {
    guard let source = try open(.valueCannotBeRead) else { return }
    let names = contents().files
    guard !names.isEmpty else { return }
    let permissions = permissions ?? FileSystem.permissions(of: store.path)
    try other.make(permissions)
    guard let target = try other.open(.valueCannotBeStored) else {
      throw FileSystem.writeFailure(other.path, ENOENT)
    }
    for name in names { try source.copy(name.uuidString, to: target, permissions) }
    try target.synchronize()
  }

  /// Synchronizes the entries of new files to the disk.
  func makeDurable() throws { try open(.valueCannotBeStored)?.synchronize() }

  /// Synchronizes the store's write-ahead log to the disk, and so everything that was committed.
  func synchronizeLog() throws { try FileSystem.synchronizeFile(store.path + "-wal") }

  /// Deletes files; one that cannot be deleted is left to the next sweep.
  package func remove(_ names: some Sequence<UUID>) {
    guard let folder = try? open(.valueCannotBeStored) else { return }
    for name in names { folder.remove(name.uuidString) }
  }

  /// Deletes incomplete files of killed writers.
  package func remove(unfinished names: [String]) {
    guard let folder = try? open(.valueCannotBeStored) else { return }
    for name in names { folder.remove(name) }
  }

  /// Returns the files in the folder that this library or Core Data created.
  ///
  /// - Parameter time: Files that were written at this time or later are left out; in seconds since
  ///   1970.
  /// - Returns: The names of complete files, and those of incomplete ones.
  package func contents(
    before time: Double = .infinity
  ) -> (files: Set<UUID>, unfinished: [String]) {
    guard let folder = try? open(.valueCannotBeRead) else { return ([], []) }
    var files: Set<UUID> = []
    var unfinished: [String] = []
    for entry in (try? folder.names()) ?? [] {
      let isUnfinished = entry.hasSuffix(FileSystem.unfinishedSuffix)
      let stem = isUnfinished ? entry.dropLast(FileSystem.unfinishedSuffix.count) : entry[...]
      guard let name = Self.name(stem),
        time == .infinity || folder.modificationTime(of: entry) ?? .infinity < time
      else { continue }
      if isUnfinished { unfinished.append(entry) } else { files.insert(name) }
    }
    return (files, unfinished)
  }

  private static func name(_ entry: Substring) -> UUID? {
    UUID(uuidString: String(entry)).flatMap { $0.uuidString == entry ? $0 : nil }
  }
}
