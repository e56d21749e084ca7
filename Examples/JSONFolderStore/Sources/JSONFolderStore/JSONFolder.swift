import Foundation

/// The files of a store, changed all at once or not at all.
///
/// A change is first written down whole. It is made when the journal has its name, which it gets in one
/// step; whoever uses the folder next carries out what a program that was killed has left of it.
struct JSONFolder: Sendable {
  // One for all folders, since several stores may have the same.
  private static let lock = NSLock()
  let url: URL
  private var files: FileManager { .default }
  func file(_ path: String) -> URL { url.appendingPathComponent(path, isDirectory: false) }
  func exists(_ path: String) -> Bool { files.fileExists(atPath: file(path).path) }

  /// Runs a body while nobody else in this program uses a folder.
  func access<Result>(_ body: () throws -> Result) throws -> Result {
    try Self.lock.withLock {
      try finishChange()
      return try body()
    }
  }

  /// Gives files their contents, and removes others.
  func change(_ contents: [String: Data], removing removed: [String] = []) throws {
    let change = contents.mapValues(Optional.some).merging(removed.map { ($0, nil) }) { $1 }
    try JSONEncoder().encode(change).write(to: file("journal"), options: .atomic)
    // It is made by now. What cannot be carried out, the next access will, or will say why not.
    try? finishChange()
  }

  /// Carries out a change, again where that was done in part: the result is the same.
  private func finishChange() throws {
    guard exists("journal") else { return }
    for (path, content) in try read([String: Data?].self, from: "journal") {
      let folder = file(path).deletingLastPathComponent()
      try files.createDirectory(at: folder, withIntermediateDirectories: true)
      try content?.write(to: file(path))
      if content == nil, exists(path) { try files.removeItem(at: file(path)) }
    }
    try files.removeItem(at: file("journal"))
  }

  /// The names of the JSON files in a folder below, without their extension.
  func keys(in folder: String) throws -> [String] {
    let names = exists(folder) ? try files.contentsOfDirectory(atPath: file(folder).path) : []
    return names.filter { $0.hasSuffix(".json") }.map { String($0.dropLast(".json".count)) }
  }

  func read<Value: Decodable>(_ type: Value.Type, from path: String) throws -> Value {
    do {
      return try JSONDecoder().decode(type, from: Data(contentsOf: file(path)))
    } catch {
      throw JSONFolderError.unreadableFile(file(path), underlying: error)
    }
  }
}
