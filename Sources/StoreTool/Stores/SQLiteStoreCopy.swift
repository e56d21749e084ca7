import Foundation
import RecordStore

/// Copies a store with its log and the files of its large values: together they are the store.
struct SQLiteStoreCopy {
  private let path: String
  private let target: String

  init(_ path: String, to target: String) { (self.path, self.target) = (path, target) }

  /// - Throws: `ToolError` where a store cannot be made at a path, since something is there.
  static func checkIsFree(_ path: String) throws {
    guard let there = StoreBackup.occupant(of: path) else { return }
    throw ToolError(
      .failed, "“\(there)” is there already; nothing was changed.",
      advice: "Give another path, or move it away.")
  }

  /// Makes the copy.
  ///
  /// - Parameter withFiles: Whether large values are copied.
  /// - Returns: The store's files, open: closing them ends the locks that this process has on them.
  /// - Throws: `ToolError` where something is there already, or it cannot be copied.
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
