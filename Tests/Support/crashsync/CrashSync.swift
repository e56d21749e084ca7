import DataSync
import Foundation
import KintoSync
import OpenSwiftData

/// Edits a store and syncs it with a Kinto server, both at the same time, until it is killed.
///
/// The arguments are the store, the server's address, the name and the password of an account, a
/// collection and the name of the writer. Each save is reported on standard output before it is
/// performed, as `try` with a description, and afterwards, as `done` with the same description.
@main
struct CrashSync {
  static let types: [any PersistentModel.Type] = [CrashItem.self, CrashBox.self]

  static func main() async throws {
    let arguments = Array(CommandLine.arguments.dropFirst())
    guard arguments.count == 6, let server = URL(string: arguments[1]) else {
      FileHandle.standardError.write(
        Data("usage: crashsync STORE ADDRESS USER PASSWORD COLLECTION WRITER\n".utf8))
      exit(64)
    }
    let container = try open(URL(fileURLWithPath: arguments[0]))
    let provider = KintoProvider(
      server, collection: arguments[4],
      credentials: .basic(user: arguments[2], password: arguments[3]))
    let engine = try SyncEngine(container, provider)
    let syncs = Task {
      while !Task.isCancelled {
        do {
          try await engine.syncNow()
        } catch {
          let kind = (error as? SyncError)?.kind.rawValue ?? "-"
          FileHandle.standardOutput.write(Data("failed \(kind) \(error)\n".utf8))
        }
        try? await Task.sleep(for: .milliseconds(5))
      }
    }
    let writer = CrashWriter(container, arguments[5])
    try writer.makeBoxes()
    while true {
      do {
        try writer.edit()
      } catch {
        FileHandle.standardOutput.write(Data("refused \(error)\n".utf8))
      }
      try await Task.sleep(for: .milliseconds(Int.random(in: 1...15)))
      if syncs.isCancelled { return }
    }
  }

  static func open(_ url: URL) throws -> ModelContainer {
    try ModelContainer(for: Schema(types), configurations: ModelConfiguration(url: url))
  }
}
