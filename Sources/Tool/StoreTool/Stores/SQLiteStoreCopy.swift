import Foundation
import RecordStore

/// Copies a store with its write-ahead log and the files of its large values, which belong
/// together.
struct SQLiteStoreCopy {
  private let path: String
  private let target: String

  init(_ path: String, to target: String) { (self.path, self.target) = (path, target) }

  /// - Throws: `ToolError` if something exists at the path of a new store.
  static func checkIsFree(_ path: String) throws {
    guard let there = StoreBackup.occupant(of: path) else { return }
    throw ToolError(
      .failed, "“\(there)” is there already; nothing was changed.",
      advice: "Give another path, or move it away.")
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
      throw ToolError(
        .failed, "The store could not be copied to “\(target)”; nothing was changed.",
        advice: "See that there is room, and that you may write there.")
    }
  }
}
