import Foundation
import RecordStore

/// The destination of an export, hidden until the export is complete.
///
/// A new folder gets its name at the end. If the folder exists, everything is moved into it at the
/// end, the manifest first: from then on an import can detect that something is missing.
struct ExportFolder {
  /// The name of the folder for large values.
  static let values = "files"
  private static let mark = ".exporting-"

  /// The folder to write to.
  let url: URL
  private let target: URL
  private let isNew: Bool

  /// Creates the hidden folder.
  ///
  /// - Parameters:
  ///   - target: The final folder.
  ///   - replaces: Whether to replace an existing export.
  ///   - permissions: The permissions of the exported files; nil to use the process's umask.
  /// - Throws: `ToolError` for a folder that is in use, or if no folder can be created.
  init(_ target: URL, replaces: Bool, _ permissions: FileSystem.Permissions?) throws {
    self.target = target
    var isFolder: ObjCBool = false
    isNew = !FileManager.default.fileExists(atPath: target.path, isDirectory: &isFolder)
    let name = Self.mark + String(ProcessInfo.processInfo.processIdentifier)
    if isNew {
      url = target.deletingLastPathComponent()
        .appendingPathComponent(".\(target.lastPathComponent)\(name)")
    } else {
      guard isFolder.boolValue else {
        throw ToolError(
          .failed, "“\(target.path)” is a file, not a folder. Nothing was written.",
          advice: "Choose a new folder, which is created.")
      }
      url = target.appendingPathComponent(name)
      try Self.check(target, replaces: replaces)
    }
    try? FileManager.default.removeItem(at: url)
    do {
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      // Fails if another user placed a link there.
      try FileSystem.makeNewFolder(url.path, permissions)
    } catch {
      throw ExportFile.failure(target.path, error)
    }
  }

  /// Rejects a folder with files that must not be replaced.
  private static func check(_ target: URL, replaces: Bool) throws {
    let names = try names(in: target)
    let foreign = names.filter { !isOfExports($0) && !$0.hasPrefix(mark) }
    guard foreign.isEmpty || !replaces else {
      throw ToolError(
        .failed,
        "“\(target.path)” contains files that do not belong to an export: \(NameList.text(foreign, like: "")). "
          + "Nothing was written.",
        advice: "Choose another folder; --force replaces only exports.")
    }
    guard replaces || names.allSatisfy({ $0.hasPrefix(mark) }) else {
      throw ToolError(
        .failed, "“\(target.path)” is not empty. Nothing was written.",
        advice: foreign.isEmpty
          ? "Choose another folder, or replace the export in it with --force."
          : "Choose another folder.")
    }
  }

  private static func names(in folder: URL) throws -> [String] {
    do {
      return try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    } catch {
      throw ExportFile.failure(folder.path, error)
    }
  }

  /// Whether exports write files or folders with a name.
  private static func isOfExports(_ name: String) -> Bool {
    if name == values || name == ExportManifest.fileName { return true }
    return StoreExport.Format.allCases.contains { name.hasSuffix(".\($0.rawValue)") }
  }

  /// Moves everything to its final location.
  ///
  /// - Throws: `ToolError` if it cannot be moved.
  func finish() throws {
    do {
      guard !isNew else {
        return try FileManager.default.moveItem(at: url, to: target)
      }
      // As long as files in the manifest are missing, the folder is not mistaken for a complete
      // export.
      let old = try Self.names(in: target).filter { $0 != url.lastPathComponent }
      for name in old where name != ExportManifest.fileName {
        try FileManager.default.removeItem(at: target.appendingPathComponent(name))
      }
      try replaceManifest()
      for name in try Self.names(in: url) {
        try FileManager.default.moveItem(
          at: url.appendingPathComponent(name), to: target.appendingPathComponent(name))
      }
      try FileManager.default.removeItem(at: url)
    } catch let error as ToolError {
      throw error
    } catch {
      throw ExportFile.failure(target.path, error)
    }
  }

  private func replaceManifest() throws {
    let (new, old) = (
      url.appendingPathComponent(ExportManifest.fileName).path,
      target.appendingPathComponent(ExportManifest.fileName).path
    )
    // `rename` replaces an existing file; `FileManager` does not.
    guard rename(new, old) == 0 else {
      throw CocoaError(.fileWriteUnknown, userInfo: [NSFilePathErrorKey: old])
    }
  }

  /// Deletes everything that was written.
  func discard() { try? FileManager.default.removeItem(at: url) }
}
