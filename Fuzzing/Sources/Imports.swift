import Foundation
import RecordStore
@testable import StoreTool
import SwiftDataErrors

/// The store to which rows are added; nil if it contains rows, and must be created again.
///
/// Fuzzers are called by one thread.
private nonisolated(unsafe) var target: RecordEngine?

/// Fuzzes files of an export: the first line contains the name of a file, and the others its
/// contents.
@Sendable func imports(_ bytes: UnsafeRawBufferPointer) {
  let lines = bytes.split(separator: UInt8(ascii: "\n"), maxSplits: 1)
  let names = ["Author.jsonl", "Author.csv", "Book.csv", "Tag.jsonl", "Tag.csv", "manifest.json"]
  let name = names.first { lines.count == 2 && lines[0].elementsEqual($0.utf8) } ?? "Book.jsonl"
  let content = name == "Book.jsonl" ? Data(bytes) : Data(lines[1])
  do {
    let folder = try write(content, to: name)
    let engine = try target ?? Library.makeStore("imports.store")
    target = engine
    var work = StoreImport(engine, from: folder)
    let outcome = try work.run()
    if outcome.counts.contains(where: { $0.count > 0 }) { target = nil }
  } catch is ToolError {
  } catch is SwiftDataError {
  } catch {
    fatalError("An error of an unexpected type was thrown: \(type(of: error)): \(error)")
  }
}

/// Creates a folder with only the file, or with rows and a manifest.
private func write(_ content: Data, to name: String) throws -> URL {
  let folder = WorkFolder.file("import")
  try? FileManager.default.removeItem(at: folder)
  let values = folder.appendingPathComponent("files")
  try FileManager.default.createDirectory(at: values, withIntermediateDirectories: true)
  try Data([1, 2, 3]).write(to: values.appendingPathComponent("x"))
  try content.write(to: folder.appendingPathComponent(name))
  if name == "manifest.json" {
    try Data("{\"@key\":1,\"label\":\"new\"}\n".utf8)
      .write(to: folder.appendingPathComponent("Tag.jsonl"))
  }
  return folder
}
