import Foundation
import SafeFolders

/// The files of a store, which are changed atomically.
///
/// A change is first written to a journal. It takes effect when the journal gets its name, which is
/// atomic; the next access completes changes of programs that were killed. The folder is not
/// trusted: links in it are not followed, and names cannot refer to files outside it.
struct JSONFolder: Sendable {
  // One lock for all folders, since several stores may use the same one.
  private static let lock = NSLock()
  let url: URL
  func file(_ path: String) -> URL { url.appendingPathComponent(path, isDirectory: false) }

  /// Runs a body with exclusive access to folders within this program.
  func access<Result>(_ body: () throws -> Result) throws -> Result {
    try Self.lock.withLock {
      try finishChange()
      return try body()
    }
  }

  /// Writes files and removes others.
  func change(_ contents: [String: Data], removing removed: [String] = []) throws {
    let change = contents.mapValues(Optional.some).merging(removed.map { ($0, nil) }) { $1 }
    try open([])?.replace("journal", with: JSONEncoder().encode(change))
    // The change has taken effect. If it cannot be completed now, the next access completes it or
    // reports why not.
    try? finishChange()
  }

  /// Completes a change; repeating a partly completed change has the same result.
  private func finishChange() throws {
    guard let folder = try open([]), try exists("journal") else { return }
    let change = try read([String: Data?].self, from: "journal")
    guard change.keys.allSatisfy(Self.isPath) else {
      let error = CocoaError(.fileReadInvalidFileName)
      throw JSONFolderError.unreadableFile(file("journal"), underlying: error)
    }
    for (path, content) in change {
      let steps = path.split(separator: "/").map(String.init)
      let (parent, name) = (steps.count == 2 ? try folder.make(steps[0]) : folder, steps.last ?? "")
      if let content { try parent.replace(name, with: content) } else { try parent.delete(name) }
    }
    try folder.delete("journal")
  }

  /// Whether a path belongs to a file of a store: `identifier`, or `ENTITY/KEY.json`.
  private static func isPath(_ path: String) -> Bool {
    let steps = path.split(separator: "/", omittingEmptySubsequences: false)
    return path == "identifier"
      || steps.count == 2 && path.hasSuffix(".json") && !path.contains("\0")
        && steps.allSatisfy { !$0.isEmpty && !$0.hasPrefix(".") }
  }

  func exists(_ path: String) throws -> Bool { try bytes(path) != nil }

  /// The names of the JSON files in a subfolder, without their extension.
  func keys(in folder: String) throws -> [String] {
    let names = try open([folder])?.names().filter { !$0.hasPrefix(".") } ?? []
    return names.filter { $0.hasSuffix(".json") }.map { String($0.dropLast(".json".count)) }
  }

  func read<Value: Decodable>(_ type: Value.Type, from path: String) throws -> Value {
    do {
      guard let bytes = try bytes(path) else { throw CocoaError(.fileReadNoSuchFile) }
      return try JSONDecoder().decode(type, from: bytes)
    } catch {
      throw JSONFolderError.unreadableFile(file(path), underlying: error)
    }
  }

  /// The bytes of a file; nil if it does not exist.
  private func bytes(_ path: String) throws -> Data? {
    let steps = path.split(separator: "/").map(String.init)
    return try open(Array(steps.dropLast()))?.contents(of: steps[steps.count - 1])
  }

  private func open(_ steps: [String]) throws -> SafeFolder? {
    try SafeFolder.open(steps, in: url.path)
  }
}
