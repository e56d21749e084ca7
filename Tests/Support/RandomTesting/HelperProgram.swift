import Foundation

/// A program that a test runs beside itself, waits for and kills.
///
/// The program writes to a file, so it never blocks on a full pipe. Waiting ends with the line or
/// with the program, and not after a time, because a busy machine needs longer.
package final class HelperProgram {
  /// The program in the folder of the test runner; nil if it is not built.
  package static func url(_ name: String) -> URL? {
    let candidates = [
      Bundle.main.bundleURL,
      URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent(),
    ].map { $0.appendingPathComponent(name) }
    return candidates.first { FileManager.default.isExecutableFile(atPath: $0.path) }
  }

  /// The program ended before it was killed.
  package struct EndedEarly: Error {
    package let output: String
  }

  private let process = Process()
  private let output: URL

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - program: The program, as `url` finds it.
  ///   - arguments: Its arguments.
  ///   - environment: Variables in addition to those of the tests.
  /// - Throws: Errors of starting it.
  package init(
    _ program: URL?, _ arguments: [String], environment: [String: String] = [:]
  ) throws {
    output = FileManager.default.temporaryDirectory
      .appendingPathComponent("HelperProgram-\(UUID().uuidString)")
    try Data().write(to: output)
    process.executableURL = program
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    process.standardOutput = try FileHandle(forWritingTo: output)
    try process.run()
  }

  deinit { try? FileManager.default.removeItem(at: output) }

  /// The whole lines that the program has written; the last one may be cut off.
  package func lines() throws -> [Substring] {
    let text = String(decoding: try Data(contentsOf: output), as: UTF8.self)
    return Array(text.split(separator: "\n", omittingEmptySubsequences: false).dropLast())
  }

  /// Waits until the program has written a number of lines.
  ///
  /// - Parameters:
  ///   - count: The number of lines.
  ///   - prefix: How these lines begin; others do not count.
  /// - Throws: `EndedEarly` if the program ends before.
  package func waitForLines(_ count: Int = 1, prefix: String = "") throws {
    while true {
      let isRunning = process.isRunning
      let lines = try lines()
      if lines.count(where: { $0.hasPrefix(prefix) }) >= count { return }
      guard isRunning else { throw EndedEarly(output: lines.joined(separator: "\n")) }
      usleep(2_000)
    }
  }

  /// Kills the program, which must still be running.
  ///
  /// - Returns: The whole lines that it wrote.
  /// - Throws: `EndedEarly` if it had ended by itself.
  package func kill() throws -> [Substring] {
    let isRunning = process.isRunning
    Foundation.kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    guard isRunning else { throw EndedEarly(output: try lines().joined(separator: "\n")) }
    return try lines()
  }

  /// Asks the program to end.
  package func terminate() { process.terminate() }

  /// Waits until the program has ended.
  ///
  /// - Returns: Its exit status, and the whole lines that it wrote.
  package func waitUntilExit() throws -> (status: Int32, lines: [Substring]) {
    process.waitUntilExit()
    return (process.terminationStatus, try lines())
  }
}
