import Foundation
import RecordStore

/// Copies a store with its log and the files of its large values: together they are the store.
struct SQLiteStoreCopy {
  private let path: String
  private let target: String

  init(_ path: String, to target: String) { (self.path, self.target) = (path, target) }

  /// - Throws: `ToolError` where something is there already, or it cannot be copied.
  func run(withFiles: Bool) throws {
    let files = FileManager.default
    guard !files.fileExists(atPath: target) else {
      throw ToolError(
        .failed, "“\(target)” is there already; nothing was changed.",
        advice: "Give another path, or move it away.")
    }
    do {
      for suffix in ["", "-wal", "-journal"] where files.fileExists(atPath: path + suffix) {
        try files.copyItem(atPath: path + suffix, toPath: target + suffix)
      }
      let values = ExternalFolder(ofStoreAt: path)
      guard withFiles, files.fileExists(atPath: values.path) else { return }
      let copies = ExternalFolder(ofStoreAt: target).path
      try files.createDirectory(atPath: copies, withIntermediateDirectories: true)
      for name in values.contents().files {
        let copy = "\(copies)/\(name.uuidString)"
        guard !files.fileExists(atPath: copy) else { continue }
        try files.copyItem(atPath: values.file(name), toPath: copy)
      }
    } catch {
      throw ToolError(
        .failed, "The store could not be copied to “\(target)”; nothing was changed.",
        advice: "See that there is room, and that you may write there.")
    }
  }
}
