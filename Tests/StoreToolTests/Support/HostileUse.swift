import CommandLineTool
import Foundation
import Locks
import RandomTesting
import StoreTool

/// Runs the tool on a store that may be damaged, and reports faults of how it ended.
///
/// A command may succeed, or explain the problem and what to do. Its output has a limit, because
/// endless commands would print without one.
struct HostileUse {
  private let store: HostileStore
  private let path: String

  private static let outputLimit = 64 << 20

  init(_ store: HostileStore, _ path: String) { (self.store, self.path) = (store, path) }

  /// Runs a command line.
  ///
  /// - Returns: The fault of how it ended; nil if there is none.
  static func complaint(about line: [String]) -> String? {
    let size = Mutex(0)
    let messages = Mutex("")
    let terminal = Terminal(
      program: "swiftdata",
      output: { text in
        let isTooMuch = size.withLock { size in
          size += text.utf8.count
          return size > outputLimit
        }
        if isTooMuch { throw CocoaError(.fileWriteOutOfSpace) }
      },
      message: { text in messages.withLock { $0 += text } })
    let status = Tool(ToolSession(terminal)).run(line)
    let said = messages.withLock { $0 }.split(separator: "\n")
    let command = line.joined(separator: " ")
    if size.withLock({ $0 }) > outputLimit { return "\(command): prints without end" }
    switch status {
    case .good, .different, .salvaged: return nil
    case .usage: return "\(command): is not understood: \(said)"
    case .cannotOpen, .failed:
      // The error, and advice on what to do.
      return said.count > 1 ? nil : "\(command): gives no advice: \(said)"
    }
  }

  /// Runs a few reading commands and sometimes a writing one, on a copy.
  func complaints(_ generator: inout SeededGenerator, count: Int = 1) -> [String] {
    var complaints: [String] = []
    for _ in 0..<count {
      let line = readingLine(&generator)
      if let complaint = Self.complaint(about: line) { complaints.append(complaint) }
    }
    if Int.random(in: 0..<8, using: &generator) == 0 {
      complaints += writingComplaints(&generator)
    }
    return complaints
  }

  private func readingLine(_ generator: inout SeededGenerator) -> [String] {
    let lines = readingLines(
      entity: store.entityNames.randomElement(using: &generator) ?? "Book",
      rows: ["table", "json", "jsonl", "csv"].randomElement(using: &generator) ?? "table",
      schema: ["text", "json", "mermaid", "svg"].randomElement(using: &generator) ?? "text")
    return lines.randomElement(using: &generator) ?? []
  }

  /// Every command that reads.
  func readingLines(entity: String, rows: String, schema: String) -> [[String]] {
    let export = store.folder.path("export")
    return [
      ["info", path], ["info", path, "--format", "json"], ["schema", path, "--format", schema],
      ["check", path], ["repair", path, "--dry-run"], ["history", path],
      ["history", path, "--format", "jsonl", "--limit", "5"], ["generate", path],
      ["query", path, entity, "--format", rows], ["query", path, entity, "--format", rows],
      ["query", path, entity, "--format", rows, "--where", "@key > 1", "--sort", "-@key"],
      ["query", path, entity, "--count"], ["get", path, entity, "1"],
      ["get", path, entity, "1", "--format", "json"],
      ["export", path, "--force", "--output", export, "--format", rows == "csv" ? "csv" : "jsonl"],
      ["diff", path, store.path], ["diff", store.path, path, "--contents"],
      ["migrate", path, "--to", store.path, "--dry-run", "--statements"],
      ["migrate", store.path, "--to", path, "--dry-run"],
    ]
  }

  func writingComplaints(_ generator: inout SeededGenerator) -> [String] {
    let rows = store.exports.randomElement(using: &generator) ?? ""
    return writingLines(rows: rows).compactMap(Self.complaint)
  }

  /// Every command that writes; its targets are removed first.
  private func writingLines(rows: String) -> [[String]] {
    for name in ["filled.store", "mended.store", "saved.store"] { store.remove(name) }
    let mended = store.folder.path("mended.store")
    try? FileManager.default.copyItem(atPath: path, toPath: mended)
    return [
      ["import", path, rows, "--copy", store.folder.path("filled.store")],
      ["repair", mended, "--backup", store.folder.path("saved.store")],
    ]
  }
}
