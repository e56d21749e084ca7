import DataSchema
import Foundation
import RecordStore

extension SQLiteStoreKind: StoreMaking {
  package var limits: any ValueLimits { NoLimits() }

  package func make(
    _ place: String, holding model: ModelDescription, _ fill: (RecordFiller) throws -> Void
  ) throws {
    let target = URL(fileURLWithPath: (place as NSString).expandingTildeInPath)
    try Self.checkIsFree(target)
    let parent = target.deletingLastPathComponent()
    // A folder of its own beside the place, from where all can be moved at once, large values too.
    let folder = parent.appendingPathComponent(
      ".\(target.lastPathComponent).copying-\(ProcessInfo.processInfo.processIdentifier)")
    let file = folder.appendingPathComponent(target.lastPathComponent)
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    } catch {
      throw ToolError(
        .failed, "The store cannot be made in \(parent.path).",
        advice: "See that the folder is there, and that you may write in it.")
    }
    defer { try? FileManager.default.removeItem(at: folder) }
    try Self.fill(file, model, fill)
    try Self.checkIsFree(target)
    do {
      try Self.moveValues(of: file, to: target)
      for suffix in ["-wal", ""] where FileManager.default.fileExists(atPath: file.path + suffix) {
        try FileManager.default.moveItem(atPath: file.path + suffix, toPath: target.path + suffix)
      }
    } catch {
      throw ToolError(
        .failed, "The store could not be moved to “\(place)”.",
        advice: "See that there is room, and that you may write there.")
    }
  }

  private static func checkIsFree(_ target: URL) throws {
    for suffix in ["", "-wal", "-journal"]
    where FileManager.default.fileExists(atPath: target.path + suffix) {
      throw ToolError(
        .failed, "“\(target.path + suffix)” is there already; nothing was changed.",
        advice: "Give another path, or move it away.")
    }
  }

  /// Makes and closes the store.
  private static func fill(
    _ file: URL, _ model: ModelDescription, _ fill: (RecordFiller) throws -> Void
  ) throws {
    let engine = try RecordEngine(
      StoreOptions(name: file.lastPathComponent, path: file.path), model: model)
    try engine.transaction { try fill($0.filler) }
  }

  /// Moves the files of large values before the file that names them.
  private static func moveValues(of file: URL, to target: URL) throws {
    let source = ExternalFolder(ofStoreAt: file.path)
    let files = FileManager.default
    guard files.fileExists(atPath: source.path) else { return }
    let folder = ExternalFolder(ofStoreAt: target.path).path
    try files.createDirectory(atPath: folder, withIntermediateDirectories: true)
    for name in source.contents().files {
      try files.moveItem(atPath: source.file(name), toPath: "\(folder)/\(name.uuidString)")
    }
  }
}
