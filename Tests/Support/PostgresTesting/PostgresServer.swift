import Foundation
import Locks

/// A PostgreSQL test server, started at its first use and stopped with the process.
package final class PostgresServer: Sendable {
  /// The port on which it listens.
  package let port: Int
  /// The folder of its socket.
  package let folder: String
  /// Whether pgbouncer is available as a pooler.
  package let hasPooler: Bool
  /// Whether the server has a certificate if it is started with `ssl=on`.
  package let canHaveTLS: Bool

  private let program: Mutex<Program>
  private let poolers = Mutex<[String: Int]>([:])

  /// Whether a server can be started: it is installed, and `OPENSWIFTDATA_POSTGRES` is not `none`.
  package static let isInstalled: Bool = {
    guard ProcessInfo.processInfo.environment["OPENSWIFTDATA_POSTGRES"] != "none" else {
      return false
    }
    let folders = ["/usr/lib/postgresql", "/opt/homebrew/opt"]
    let versions = folders.flatMap { folder in
      ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [])
        .map { "\(folder)/\($0)/bin/initdb" }
    }
    return versions.contains { FileManager.default.isExecutableFile(atPath: $0) }
  }()

  private static let known = Mutex<Result<PostgresServer, any Error>?>(nil)

  /// The server shared by all tests of the process.
  package static var shared: PostgresServer {
    get throws {
      try known.withLock { known in
        if let known { return try known.get() }
        let made = Result { try PostgresServer() }
        known = made
        return try made.get()
      }
    }
  }

  /// Starts a server that is not shared, for tests that stop it.
  package init(_ settings: [String] = ["max_connections=300"]) throws {
    let program = try Program(settings)
    let facts = try JSONDecoder().decode(Facts.self, from: Data(program.readLine().utf8))
    port = facts.port
    folder = facts.folder
    hasPooler = facts.pgbouncer
    canHaveTLS = facts.tls
    self.program = Mutex(program)
  }

  private struct Facts: Decodable {
    let port: Int
    let folder: String
    let pgbouncer: Bool
    let tls: Bool
  }

  /// The address of the server, or of a pooler's port.
  package func address(port: Int? = nil, database: String = "postgres") -> String {
    "postgres://tester@127.0.0.1:\(port ?? self.port)/\(database)"
  }

  /// Stops the server, as `pg_ctl stop -m` does: `fast`, `immediate` or `smart`.
  package func stop(_ mode: String) throws { try command("stop \(mode)") }

  /// Starts the server again.
  package func start() throws { try command("start") }

  /// The port of a pgbouncer for the server, which is started at its first use.
  package func pooler(_ mode: String) throws -> Int {
    try poolers.withLock { poolers in
      if let known = poolers[mode] { return known }
      let port = Int(try command("pgbouncer \(mode)")) ?? 0
      poolers[mode] = port
      return port
    }
  }

  /// Copies a schema to another server with `pg_dump`.
  package func dump(_ schema: String, to other: PostgresServer) throws {
    try command("dump \(schema) \(other.port)")
  }

  @discardableResult
  func command(_ text: String) throws -> String {
    let answer = try program.withLock { try $0.ask(text) }
    if answer.hasPrefix("failed") { throw PostgresServerError(message: answer) }
    return answer
  }
}

/// The reason that a server did not carry out a command.
package struct PostgresServerError: Error, CustomStringConvertible {
  let message: String
  package var description: String { message }
}

/// The script that runs a server as long as this process keeps it open.
private final class Program: @unchecked Sendable {
  // `@unchecked`: only one thread at a time uses it, under the server's lock.
  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()
  private var text = Data()

  init(_ settings: [String]) throws {
    var root = URL(fileURLWithPath: #filePath)
    for _ in 0..<4 { root.deleteLastPathComponent() }
    process.executableURL = root.appendingPathComponent("Scripts/test_postgres_server.py")
    process.arguments = settings
    process.standardInput = input
    process.standardOutput = output
    // A reader of the tests' output must not wait for the server to close it.
    process.standardError = FileHandle.nullDevice
    try process.run()
  }

  deinit { try? input.fileHandleForWriting.close() }

  func ask(_ command: String) throws -> String {
    try input.fileHandleForWriting.write(contentsOf: Data("\(command)\n".utf8))
    return try readLine()
  }

  func readLine() throws -> String {
    while true {
      if let end = text.firstIndex(of: UInt8(ascii: "\n")) {
        let line = String(decoding: text[..<end], as: UTF8.self)
        text = Data(text[text.index(after: end)...])
        return line
      }
      let more = output.fileHandleForReading.availableData
      guard !more.isEmpty else { throw PostgresServerError(message: "PostgreSQL did not start") }
      text += more
    }
  }
}
