import Foundation
import PostgresTesting
import RandomTesting

/// Django in a virtual environment of Python that the first test creates, with packages of PyPI.
enum Django {
  private static let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("openswiftdata-django")
  private static let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("django_shop.py").path

  /// Whether Django can be used: long runs install it, if Python and PyPI are available.
  static let isInstalled: Bool = {
    guard PostgresServer.isInstalled, !TestRun.isShort else { return false }
    let python = folder.appendingPathComponent("bin/python").path
    if (try? run([python, "-c", "import django, psycopg2"])) != nil { return true }
    return
      (try? run(["python3", "-m", "venv", folder.path])) != nil
      && (try? run([python, "-m", "pip", "install", "-q", "django", "psycopg2-binary"])) != nil
  }()

  /// Runs a command of the project `django_shop.py` in a schema; returns what it prints.
  @discardableResult
  static func shop(_ command: String, in schema: String) throws -> Data {
    try run([
      folder.appendingPathComponent("bin/python").path, script, "127.0.0.1",
      "\(PostgresServer.shared.port)", schema, command,
    ])
  }

  private struct Failure: Error {
    let line: [String]
    let output: String
  }

  @discardableResult
  private static func run(_ line: [String]) throws -> Data {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = line
    process.standardInput = FileHandle.nullDevice
    let (output, messages) = (Pipe(), Pipe())
    (process.standardOutput, process.standardError) = (output, messages)
    try process.run()
    // The messages of a failure fit into a pipe.
    let data = output.fileHandleForReading.readDataToEndOfFile()
    let text = messages.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw Failure(line: line, output: String(decoding: text, as: UTF8.self))
    }
    return data
  }
}
