import Foundation

/// A PostgreSQL server in a temporary folder that runs as long as this process, or a server that
/// already runs.
final class BenchmarkServer {
  /// The address of a database that exists from the start.
  let address: String
  private let input = Pipe()
  private var process: Process?

  /// Uses a running server.
  init(_ address: String) { self.address = address }

  private struct Facts: Decodable { let port: Int }

  /// Starts a server.
  init() throws {
    let process = Process()
    var root = URL(fileURLWithPath: #filePath)
    for _ in 0..<4 { root.deleteLastPathComponent() }
    let output = Pipe()
    process.executableURL = root.appendingPathComponent("Scripts/test_postgres_server.py")
    // The server's own background work must not run during measurements.
    process.arguments = ["shared_buffers=512MB", "max_wal_size=4GB", "autovacuum=off"]
    (process.standardInput, process.standardOutput) = (input, output)
    try process.run()
    guard let line = LineReader(output).next() else {
      throw BenchmarkError("PostgreSQL did not start")
    }
    let port = try JSONDecoder().decode(Facts.self, from: Data(line.utf8)).port
    address = "postgres://tester@127.0.0.1:\(port)/postgres"
    self.process = process
  }

  /// The address of another database.
  func address(database: String) -> String {
    let end = address.lastIndex(of: "/") ?? address.endIndex
    return "\(address[..<end])/\(database)"
  }

  /// Stops a server that was started, and removes its folder.
  func stop() {
    guard let process else { return }
    try? input.fileHandleForWriting.close()
    process.waitUntilExit()
  }
}

/// The lines that another process prints.
final class LineReader {
  private let file: FileHandle
  private var text = Data()

  init(_ pipe: Pipe) { file = pipe.fileHandleForReading }

  /// Waits for the next line; nil at the end.
  func next() -> String? {
    while true {
      if let end = text.firstIndex(of: UInt8(ascii: "\n")) {
        let line = String(decoding: text[..<end], as: UTF8.self)
        text = Data(text[text.index(after: end)...])
        return line
      }
      let more = file.availableData
      guard !more.isEmpty else { return nil }
      text += more
    }
  }
}

/// The reason that a benchmark could not run.
struct BenchmarkError: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}
