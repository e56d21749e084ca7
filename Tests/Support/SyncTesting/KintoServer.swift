import Foundation
import KintoSync
import Locks
import SyncHTTP
import SyncPort

/// A Kinto test server, started at its first use and stopped with the process.
package final class KintoServer: @unchecked Sendable {
  // `@unchecked`: immutable after `init`.

  package enum Storage: String, CaseIterable, Sendable { case memory, postgresql }

  package let address: URL
  private let process: Process
  /// The server ends when this pipe is closed, which the system does when this process ends.
  private let input: Pipe
  private let output: FileHandle

  private static let servers = Mutex<[Storage: KintoServer]>([:])

  /// The server with a kind of storage that all tests of the process share.
  package static func shared(_ storage: Storage) throws -> KintoServer {
    try servers.withLock { servers in
      if let known = servers[storage] { return known }
      let made = try KintoServer(storage)
      servers[storage] = made
      return made
    }
  }

  /// Starts a server that is not shared, so that it may lose its data.
  package init(_ storage: Storage) throws {
    var root = URL(fileURLWithPath: #filePath)
    for _ in 0..<4 { root.deleteLastPathComponent() }
    process = Process()
    input = Pipe()
    let output = Pipe()
    process.executableURL = root.appendingPathComponent("Scripts/test_kinto_server.py")
    process.arguments = [storage.rawValue]
    process.standardInput = input
    process.standardOutput = output
    // A reader of the tests' output must not wait for the server to close it.
    process.standardError = FileHandle.nullDevice
    try process.run()
    self.output = output.fileHandleForReading
    let line = Self.line(of: self.output)
    guard let port = Int(line), let address = URL(string: "http://127.0.0.1:\(port)") else {
      throw SyncError(
        .offline, "Kinto did not start: \(line)", advice: "Install it with make kinto.")
    }
    self.address = address
  }

  private static func line(of output: FileHandle) -> String {
    var text = Data()
    while !text.contains(UInt8(ascii: "\n")) {
      let more = output.availableData
      if more.isEmpty { break }
      text += more
    }
    return String(decoding: text, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// A command for a server that is not shared.
  package enum Command: String {
    /// Restarts the server; one in memory loses everything, including accounts.
    case restart
    /// Backs up a server on PostgreSQL.
    case backup
    /// Restores the last backup.
    case restore
  }

  /// Sends a command to the server, and waits until it is done.
  package func perform(_ command: Command) throws {
    try input.fileHandleForWriting.write(contentsOf: Data("\(command.rawValue)\n".utf8))
    let answer = Self.line(of: output)
    guard answer == "done" else { throw SyncError(.offline, "Kinto did not do it: \(answer)") }
  }

  /// Creates an account.
  package func makeAccount(_ name: String) async throws -> KintoProvider.Credentials {
    let url = address.appendingPathComponent("v1/accounts/\(name)")
    let body = Data(#"{"data": {"password": "secret"}}"#.utf8)
    let response = try await SystemTransport().send(
      HTTPRequest("PUT", url, headers: ["content-type": "application/json"], body: body))
    guard response.status < 300 else {
      throw SyncError(.invalid, "No account was made: \(response.status)")
    }
    return .basic(user: name, password: "secret")
  }
}
