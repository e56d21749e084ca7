import CoreDataFormat
import Foundation
import SwiftDataErrors

/// The folder beside a store that holds large values, each in a file named by a UUID.
///
/// Made with the first file. Files are as private as the store's own.
package struct ExternalFolder: Sendable {
  package let path: String
  let store: URL
  /// The folders that lead to it from that of the store.
  private let steps: [String]

  package init(ofStoreAt path: String) {
    // SQLite follows links to the store too: whoever opens it by another name shares its files.
    store = URL(fileURLWithPath: FileSystem.realPath(path))
    let folder = ExternalData.folder(forStoreNamed: store.lastPathComponent)
    self.path = store.deletingLastPathComponent().appendingPathComponent(folder).path
    steps = folder.split(separator: "/").map(String.init)
  }

  package func file(_ name: UUID) -> String { "\(path)/\(name.uuidString)" }

  /// The bytes of a file; nil when there is no such file.
  ///
  /// - Throws: `SwiftDataError.valueCannotBeRead` when the file cannot be read, and where a link stands in its place.
  package func read(_ name: UUID) throws -> Data? {
    try open(.valueCannotBeRead)?.contents(of: name.uuidString)
  }

  /// Writes a new file, which is complete and on the disk by the time it has its name.
  ///
  /// Its entry in the folder is not on the disk before `makeDurable()`.
  ///
  /// - Parameters:
  ///   - bytes: The bytes.
  ///   - owner: The identifier of the store whose row is to name it.
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

  /// Opens the folder; nil where there is none.
  ///
  /// - Throws: `kind` where a link or a file stands in its place.
  func open(_ kind: SwiftDataError, _ depth: Int = 2) throws -> OpenFolder? {
    try OpenFolder.open(
      Array(steps.prefix(depth)), in: store.deletingLastPathComponent().path, kind)
  }

  /// Makes the folder, unless it is there.
  ///
  /// - Throws: `SwiftDataError` where it cannot be made, and where a link stands in its place.
  package func make(_ permissions: FileSystem.Permissions) throws {
    guard try open(.valueCannotBeStored) == nil else { return }
    try FileSystem.makeFolder((path as NSString).deletingLastPathComponent, permissions)
    // What stood there may have been put there meanwhile.
    _ = try open(.valueCannotBeStored, 1)
    try FileSystem.makeFolder(path, permissions)
  }

  /// Gives another store the files, which its rows name, too; one that is there stays.
  ///
  /// - Parameters:
  ///   - other: The folder of the other store.
  ///   - permissions: Who may read and write it, where it is made; nil for those of this store.
  /// - Throws: `SwiftDataError` where one cannot be copied.
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

  /// Brings the entries of new files to the disk.
  package func makeDurable() throws { try open(.valueCannotBeStored)?.synchronize() }

  /// Brings the store's write-ahead log to the disk, and with it all that was committed.
  package func synchronizeLog() throws { try FileSystem.synchronizeFile(store.path + "-wal") }

  /// Removes files; one that is gone or cannot be removed is left to the next sweep.
  package func remove(_ names: some Sequence<UUID>) {
    guard let folder = try? open(.valueCannotBeStored) else { return }
    for name in names { folder.remove(name.uuidString) }
  }

  /// Removes what writers that were killed left half done.
  package func remove(unfinished names: [String]) {
    guard let folder = try? open(.valueCannotBeStored) else { return }
    for name in names { folder.remove(name) }
  }

  /// What stands in the folder, as far as this library or Core Data put it there.
  ///
  /// - Parameter time: Files that were written later are left out; in seconds since 1970.
  /// - Returns: The names of files, and those of what is not whole.
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
