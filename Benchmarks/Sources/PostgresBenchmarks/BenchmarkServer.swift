import Foundation

/// A PostgreSQL in a temporary folder, for as long as this process has it, or somebody else's.
final class BenchmarkServer {
  /// The address of a database that is there from the start.
  let address: String
  private let input = Pipe()
  private var process: Process?

  /// Takes a server that runs.
  init(_ address: String) { self.address = address }

  private struct Facts: Decodable { let port: Int }

  /// Starts a server.
  init() throws {
    let process = Process()
    var root = URL(fileURLWithPath: #filePath)
    for _ in 0..<4 { root.deleteLastPathComponent() }
    let output = Pipe()
    process.executableURL = root.appendingPathComponent("Scripts/test_postgres_server.py")
    // Nothing of the server's own is to run beside the work.
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

  /// Ends a server that was started, and removes its folder.
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

  /// The next line, when it is there; nil at the end.
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

/// Why a benchmark could not be run.
struct BenchmarkError: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}
