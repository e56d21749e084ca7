import DataSchema
import Foundation
import RecordStore

extension SQLiteStoreKind: StoreMaking {
  package var limits: any ValueLimits { NoLimits() }

  package func make(
    _ place: String, holding model: ModelDescription, _ permissions: FileSystem.Permissions?,
    _ fill: (RecordFiller) throws -> Void
  ) throws {
    let target = URL(fileURLWithPath: (place as NSString).expandingTildeInPath)
    try SQLiteStoreCopy.checkIsFree(target.path)
    let parent = target.deletingLastPathComponent()
    // The store is created in a separate folder beside the target, so that it can be moved there
    // when it is complete, with its large values.
    let folder = parent.appendingPathComponent(
      ".\(target.lastPathComponent).copying-\(ProcessInfo.processInfo.processIdentifier)")
    let file = folder.appendingPathComponent(target.lastPathComponent)
    do {
      try FileSystem.makeNewFolder(folder.path, .owner)
      if let permissions { try FileSystem.makeEmpty(file.path, permissions) }
    } catch {
      let failure = WriteFailure(error)
      throw ToolError(
        .failed, "The store cannot be created in \(parent.path): \(failure.reason)",
        advice: failure.advice)
    }
    defer { try? FileManager.default.removeItem(at: folder) }
    try Self.fill(file, model, fill)
    try SQLiteStoreCopy.checkIsFree(target.path)
    do {
      try Self.moveValues(of: file, to: target)
      for suffix in ["-wal", ""] where FileManager.default.fileExists(atPath: file.path + suffix) {
        try FileManager.default.moveItem(atPath: file.path + suffix, toPath: target.path + suffix)
      }
    } catch {
      let failure = WriteFailure(error)
      throw ToolError(
        .failed, "The store could not be moved to “\(place)”: \(failure.reason)",
        advice: failure.advice)
    }
  }

  /// Creates, fills and closes the store.
  private static func fill(
    _ file: URL, _ model: ModelDescription, _ fill: (RecordFiller) throws -> Void
  ) throws {
    let engine = try RecordEngine(
      StoreOptions(name: file.lastPathComponent, path: file.path), model: model)
    try engine.transaction { try fill($0.filler) }
  }

  /// Moves the files of large values before the database that refers to them.
  private static func moveValues(of file: URL, to target: URL) throws {
    let source = ExternalFolder(ofStoreAt: file.path)
    let files = FileManager.default
    guard files.fileExists(atPath: source.path) else { return }
    let folder = ExternalFolder(ofStoreAt: target.path)
    try folder.make(FileSystem.permissions(of: file.path))
    for name in source.contents().files {
      try files.moveItem(atPath: source.file(name), toPath: folder.file(name))
    }
  }
}
