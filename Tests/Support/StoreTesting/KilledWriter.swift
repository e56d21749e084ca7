import Foundation

/// Runs a program that saves to a store until it is killed.
package enum KilledWriter {
  /// The program ended before it was killed.
  package struct EndedEarly: Error {}

  /// The program in the folder of the test executable; nil if it is not built.
  package static let program: URL? = {
    let candidates = [
      Bundle.main.bundleURL,
      URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent(),
    ].map { $0.appendingPathComponent("crashwriter") }
    return candidates.first { FileManager.default.isExecutableFile(atPath: $0.path) }
  }()

  /// Runs the program and kills it; returns the last acknowledged save, as its number and the
  /// number of rows.
  package static func run(_ arguments: [String], for delay: Duration) throws -> (Int, Int)? {
    let process = Process()
    process.executableURL = program
    process.arguments = arguments
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    Thread.sleep(forTimeInterval: delay / .seconds(1))
    guard process.isRunning else { throw EndedEarly() }
    kill(process.processIdentifier, SIGKILL)
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    let lines = String(decoding: data, as: UTF8.self).split(separator: "\n")
    guard let last = lines.last?.split(separator: " ").compactMap({ Int($0) }), last.count == 2
    else { return nil }
    return (last[0], last[1])
  }
}
