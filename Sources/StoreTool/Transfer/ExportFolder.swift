import Foundation
import RecordStore

/// Where an export is written: under a hidden name until all of it is there.
///
/// A folder that was not there gets its name at the end. Into one that is there everything is moved at the end, the
/// manifest first: from then on an import sees whether something is missing.
struct ExportFolder {
  /// The folder of large values.
  static let values = "files"
  private static let mark = ".exporting-"

  /// Where to write.
  let url: URL
  private let target: URL
  private let isNew: Bool

  /// Makes the hidden folder.
  ///
  /// - Parameters:
  ///   - target: The folder that is to be.
  ///   - replaces: Whether an export that is there is replaced.
  ///   - permissions: Who may read and write what is exported; nil for what the process's mask says.
  /// - Throws: `ToolError` for a folder that is used, and where none can be made.
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
          .failed, "“\(target.path)” is a file, and no folder. Nothing was written.",
          advice: "Give a folder, which is made.")
      }
      url = target.appendingPathComponent(name)
      try Self.check(target, replaces: replaces)
    }
    try? FileManager.default.removeItem(at: url)
    do {
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      // Fails where somebody puts a link there.
      try FileSystem.makeNewFolder(url.path, permissions)
    } catch {
      throw ExportFile.failure(target.path, error)
    }
  }

  /// Refuses a folder with files that are not to be replaced.
  private static func check(_ target: URL, replaces: Bool) throws {
    let names = try names(in: target)
    let foreign = names.filter { !isOfExports($0) && !$0.hasPrefix(mark) }
    guard foreign.isEmpty || !replaces else {
      throw ToolError(
        .failed,
        "“\(target.path)” has files that are not of an export: \(NameList.text(foreign, like: "")). "
          + "Nothing was written.",
        advice: "Give another folder; --force replaces exports alone.")
    }
    guard replaces || names.allSatisfy({ $0.hasPrefix(mark) }) else {
      throw ToolError(
        .failed, "“\(target.path)” is not empty. Nothing was written.",
        advice: foreign.isEmpty
          ? "Give another folder, or replace the export in it with --force."
          : "Give another folder.")
    }
  }

  private static func names(in folder: URL) throws -> [String] {
    do {
      return try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    } catch {
      throw ExportFile.failure(folder.path, error)
    }
  }

  /// Whether exports write files or folders of a name.
  private static func isOfExports(_ name: String) -> Bool {
    if name == values || name == ExportManifest.fileName { return true }
    return StoreExport.Format.allCases.contains { name.hasSuffix(".\($0.rawValue)") }
  }

  /// Gives everything its place.
  ///
  /// - Throws: `ToolError` where it cannot be moved.
  func finish() throws {
    do {
      guard !isNew else {
        return try FileManager.default.moveItem(at: url, to: target)
      }
      // While something of the manifest is missing, nobody takes the folder for a whole export.
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
    // Renaming replaces; FileManager does not.
    guard rename(new, old) == 0 else {
      throw CocoaError(.fileWriteUnknown, userInfo: [NSFilePathErrorKey: old])
    }
  }

  /// Takes away what was written.
  func discard() { try? FileManager.default.removeItem(at: url) }
}
