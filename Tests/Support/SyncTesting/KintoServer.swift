import Foundation
import KintoSync
import Locks
import SyncHTTP
import SyncPort

/// A Kinto of the tests, started when somebody first asks for it and ended with the process.
package final class KintoServer: @unchecked Sendable {
  // `@unchecked`: nothing changes after `init`.

  package enum Storage: String, CaseIterable, Sendable { case memory, postgresql }

  package let address: URL
  private let process: Process
  /// The server ends when it is closed, which the system does when this process ends.
  private let input: Pipe
  private let output: FileHandle

  private static let servers = Mutex<[Storage: KintoServer]>([:])

  /// The server of a kind that all tests of the process share.
  package static func shared(_ storage: Storage) throws -> KintoServer {
    try servers.withLock { servers in
      if let known = servers[storage] { return known }
      let made = try KintoServer(storage)
      servers[storage] = made
      return made
    }
  }

  /// Starts a server that nobody else uses, so that it may lose what it has.
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
    // Who reads what the tests print does not wait for the server.
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

  /// What can be done to a server that nobody else uses.
  package enum Command: String {
    /// Starts it again; one in memory has lost everything then, accounts as well.
    case restart
    /// Notes what a server on PostgreSQL has.
    case backup
    /// Puts the last backup back.
    case restore
  }

  /// Does something to the server, and waits until it is done.
  package func perform(_ command: Command) throws {
    try input.fileHandleForWriting.write(contentsOf: Data("\(command.rawValue)\n".utf8))
    let answer = Self.line(of: output)
    guard answer == "done" else { throw SyncError(.offline, "Kinto did not do it: \(answer)") }
  }

  /// Makes an account.
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
