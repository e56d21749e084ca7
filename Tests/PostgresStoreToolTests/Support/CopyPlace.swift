import CommandLineTool
import DataSchema
import Foundation
import Locks
import PostgresRecords
import PostgresStoreTool
import PostgresTesting
import RecordStore
import StoreTool
import Testing

/// A temporary folder and temporary schemas of a server.
final class CopyPlace {
  let url: URL
  private let number = Mutex(0)

  /// Whether a server can be started, and the reason for skipping tests otherwise.
  static let isAvailable = PostgresServer.isInstalled
  static let reason: Comment = "There is no PostgreSQL to start."

  init() throws {
    url = FileManager.default.temporaryDirectory.appendingPathComponent("copy-\(UUID())")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  func path(_ name: String) -> String { url.appendingPathComponent(name).path }

  /// An unused address.
  func address() throws -> String {
    let number = number.withLock { number in
      number += 1
      return number
    }
    return
      "\(try PostgresServer.shared.address())?schema=\(url.lastPathComponent.lowercased())_\(number)"
  }

  /// A file with the entities of a model.
  func file(_ name: String, _ model: ModelDescription) throws -> RecordEngine {
    try RecordEngine(StoreOptions(name: name, path: path(name)), model: model)
  }
}

/// One run of the tool with PostgreSQL support: its output, messages and exit status.
struct CopyRun {
  let status: StoreTool.ExitStatus
  let output: String
  let messages: String

  init(_ line: String...) { self.init(line) }

  init(
    _ line: [String], kinds: [any StoreKind] = [SQLiteStoreKind(), PostgresStoreKind()]
  ) {
    let output = Mutex("")
    let messages = Mutex("")
    let terminal = Terminal(
      program: "swiftdata", output: { text in output.withLock { $0 += text } },
      message: { text in messages.withLock { $0 += text } })
    status = Tool(ToolSession(terminal, kinds: StoreKinds(kinds))).run(line)
    self.output = output.withLock { $0 }
    self.messages = messages.withLock { $0 }
  }
}
