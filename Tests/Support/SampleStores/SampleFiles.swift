import Foundation
import RandomTesting

extension SampleStores {
  /// The paths of the store files to test within the folder; empty without the folder.
  package static let files = all.filter { !TestRun.isShort || !isLarge($0) }

  /// Whether the model of a store takes longer than those of all other stores.
  package static func isLarge(_ path: String) -> Bool {
    path.hasPrefix("photos") || path.hasSuffix("NoteStore.sqlite")
  }

  private static let all: [String] = {
    guard let folder, let found = FileManager.default.enumerator(atPath: folder) else { return [] }
    var files: [String] = []
    for case let path as String in found {
      guard let handle = FileHandle(forReadingAtPath: "\(folder)/\(path)") else { continue }
      defer { try? handle.close() }
      let start = (try? handle.read(upToCount: 15)) ?? Data()
      if start == Data("SQLite format 3".utf8) { files.append(path) }
    }
    return files.sorted()
  }()

  /// Copies a store with its write-ahead log to a folder, and returns the URL of the copy.
  package static func copy(_ name: String, to destination: URL) throws -> URL {
    let source = URL(fileURLWithPath: folder ?? "").appendingPathComponent(name)
    let target = destination.appendingPathComponent(source.lastPathComponent)
    for suffix in ["", "-wal"] where FileManager.default.fileExists(atPath: source.path + suffix) {
      let copy = target.path + suffix
      try FileManager.default.copyItem(atPath: source.path + suffix, toPath: copy)
      try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: copy)
    }
    return target
  }
}
