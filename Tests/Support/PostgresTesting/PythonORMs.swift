import Foundation

/// Django and SQLAlchemy, which `make orms` installs into the package's folder `.build`.
package enum PythonORMs {
  private static let python: URL = {
    var root = URL(fileURLWithPath: #filePath)
    for _ in 0..<4 { root.deleteLastPathComponent() }
    return root.appendingPathComponent(".build/orms/bin/python")
  }()

  /// Whether they are installed, and a server that they can use.
  package static let isInstalled =
    PostgresServer.isInstalled && FileManager.default.isExecutableFile(atPath: python.path)

  /// A script that failed.
  private struct Failure: Error {
    let arguments: [String]
    let messages: String
  }

  /// Runs a script with Python, and returns what it prints.
  @discardableResult
  package static func run(_ script: String, _ arguments: String...) throws -> Data {
    let process = Process()
    process.executableURL = python
    process.arguments = [script] + arguments
    process.standardInput = FileHandle.nullDevice
    let (output, messages) = (Pipe(), Pipe())
    (process.standardOutput, process.standardError) = (output, messages)
    try process.run()
    // The messages of a failure fit into a pipe.
    let data = output.fileHandleForReading.readDataToEndOfFile()
    let text = messages.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw Failure(
        arguments: [script] + arguments, messages: String(decoding: text, as: UTF8.self))
    }
    return data
  }
}
