import Foundation
import RecordStore

/// Copies a store with its write-ahead log and the files of its large values, which belong
/// together.
struct SQLiteStoreCopy {
  private let path: String
  private let target: String
  private let values: ExternalFolder
  /// The large values that exist only beside the source before it is copied.
  private let newValues: Set<UUID>
  /// The folder that is created for the large values of the copy; nil if it exists already.
  private let newFolder: String?

  /// Prepares a copy, but copies nothing yet.
  init(_ path: String, to target: String) {
    (self.path, self.target) = (path, target)
    values = ExternalFolder(ofStoreAt: target)
    let source = ExternalFolder(ofStoreAt: path)
    newValues = source.contents().files.subtracting(values.contents().files)
    let folder = (values.path as NSString).deletingLastPathComponent
    newFolder = FileSystem.hasEntry(folder) ? nil : folder
  }

  /// - Throws: `ToolError` if something exists at the path of a new store.
  static func checkIsFree(_ path: String) throws {
    guard let there = StoreBackup.occupant(of: path) else { return }
    throw ToolError(
      .failed, "“\(there)” already exists; nothing was changed.",
      advice: "Choose another path, or move it away.")
  }

  /// Copies the store.
  ///
  /// - Parameter withFiles: Whether to copy large values.
  /// - Returns: The store's files, still open: closing them would release this process's locks on
  ///   them.
  /// - Throws: `ToolError` if something exists at the target, or the store cannot be copied.
  @discardableResult
  func run(withFiles: Bool) throws -> [FileHandle] {
    try Self.checkIsFree(target)
    var made: [String] = []
    var sources: [FileHandle] = []
    do {
      for suffix in ["", "-wal", "-journal"] where FileSystem.exists(path + suffix) {
        sources.append(try FileSystem.copyNew(path + suffix, to: target + suffix))
        made.append(target + suffix)
      }
      if withFiles {
        try ExternalFolder(ofStoreAt: path).copy(to: ExternalFolder(ofStoreAt: target))
      }
      return sources
    } catch {
      for path in made { FileSystem.remove(path) }
      if withFiles { deleteValues() }
      let failure = WriteFailure(error)
      throw ToolError(
        .failed,
        "The store could not be copied to “\(target)”: \(failure.reason) Nothing was changed.",
        advice: failure.advice)
    }
  }

  /// Deletes a complete copy with its large values, but nothing that existed before it was made.
  ///
  /// The folder of large values may be shared by other stores, so only values that were copied are
  /// deleted there.
  func delete() {
    // There was no database and no log when the copy was made; `-shm` is the index of the log.
    for suffix in ["", "-wal", "-shm", "-journal"] { FileSystem.remove(target + suffix) }
    deleteValues()
  }

  private func deleteValues() {
    values.remove(newValues)
    let left = values.contents()
    guard let newFolder, left.files.isEmpty, left.unfinished.isEmpty else { return }
    try? FileManager.default.removeItem(atPath: newFolder)
  }
}
