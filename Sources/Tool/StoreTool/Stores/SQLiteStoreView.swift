import Foundation
import RecordStore

/// A path from which a file can be read: its own, or that of a temporary copy.
///
/// SQLite reads a write-ahead log only with its index file, and creates that if it is missing. In a
/// folder without write access, such as on a read-only medium, it cannot. Then the file and its log
/// are copied to a temporary folder, and large values are read from their original location.
package final class SQLiteStoreView {
  /// The path to open.
  package let path: String
  private let folder: URL?

  /// - Parameters:
  ///   - place: The file.
  ///   - isWritable: Whether its folder is writable; nil to ask the file system.
  /// - Throws: `ToolError` if a copy is needed but cannot be made.
  package init(_ place: String, folderIsWritable isWritable: Bool? = nil) throws {
    let files = FileManager.default
    let parent = (place as NSString).deletingLastPathComponent
    let isWritable = isWritable ?? files.isWritableFile(atPath: parent.isEmpty ? "." : parent)
    let hasLog = files.fileExists(atPath: place + "-wal")
    guard hasLog, !isWritable, !files.fileExists(atPath: place + "-shm") else {
      (path, folder) = (place, nil)
      return
    }
    let folder = files.temporaryDirectory.appendingPathComponent("swiftdata-\(UUID().uuidString)")
    let copy = folder.appendingPathComponent((place as NSString).lastPathComponent).path
    do {
      try FileSystem.makeNewFolder(folder.path, .owner)
      for suffix in ["", "-wal"] {
        try FileSystem.copyNew(place + suffix, to: copy + suffix)
      }
      try ExternalFolder(ofStoreAt: place).copy(to: ExternalFolder(ofStoreAt: copy))
    } catch {
      try? files.removeItem(at: folder)
      throw ToolError(
        .cannotOpen,
        "“\(place)” cannot be opened: its folder, which contains a log, is not writable, and the "
          + "file cannot be copied to \(files.temporaryDirectory.path). "
          + WriteFailure(error).reason,
        advice: "Copy the file with its -wal to a folder that you may write to.")
    }
    (path, self.folder) = (copy, folder)
  }

  deinit {
    if let folder { try? FileManager.default.removeItem(at: folder) }
  }
}
