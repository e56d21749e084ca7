import ExampleTestSupport
import Foundation
import ReadItLaterService

/// The program in a process of its own, as it is run.
final class ServiceProcess {
  let port: UInt16
  private let process = Process()
  private let output = Pipe()

  /// - Parameter store: What stands behind `--store`.
  /// - Throws: Where it does not start.
  init(store: String) throws {
    process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
      .resolvingSymlinksInPath().deletingLastPathComponent().appendingPathComponent("readitlaterd")
    process.arguments = ["--store", store, "--port", "0"]
    process.standardOutput = output
    try process.run()
    var text = ""
    while !text.contains("\n") {
      let more = output.fileHandleForReading.availableData
      guard !more.isEmpty else { throw ServiceProcessError(text: text) }
      text += String(decoding: more, as: UTF8.self)
    }
    port = text.split(separator: ":").last.flatMap { UInt16($0.dropLast()) } ?? 0
  }

  deinit { if process.isRunning { process.terminate() } }

  /// Asks it to stop, and waits until it has.
  ///
  /// - Returns: Its exit status, or none where a signal ended it; and what it said last.
  func stop() -> (status: Int32?, text: String) {
    process.terminate()
    let rest = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (
      process.terminationReason == .exit ? process.terminationStatus : nil,
      String(decoding: rest, as: UTF8.self)
    )
  }

  /// Asks it to stop, and does not wait.
  func beginToStop() { process.terminate() }
}

struct ServiceProcessError: Error {
  let text: String
}
