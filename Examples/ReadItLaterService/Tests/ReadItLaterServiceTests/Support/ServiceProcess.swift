import ExampleTestSupport
import Foundation
import ReadItLaterService
import Testing

/// The program in a process of its own, as it is run.
final class ServiceProcess {
  let port: UInt16
  private let process = Process()
  private let output = Pipe()

  /// - Parameters:
  ///   - store: What stands behind `--store`.
  ///   - options: Further arguments.
  /// - Throws: Where it does not start.
  init(store: String, options: [String] = []) throws {
    process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
      .resolvingSymlinksInPath().deletingLastPathComponent().appendingPathComponent("readitlaterd")
    process.arguments = ["--store", store, "--port", "0"] + options
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

/// Runs the program on a new store in a file, calls the body, and expects that the program ends properly.
func withService(options: [String] = [], _ body: (ServiceProcess) throws -> Void) throws {
  try withTemporaryFolder { folder in try withService(in: folder, options: options, body) }
}

/// Runs the program on the store of a folder, calls the body, and expects that the program ends properly.
func withService(
  in folder: URL, options: [String] = [], _ body: (ServiceProcess) throws -> Void
) throws {
  let service = try ServiceProcess(
    store: folder.appendingPathComponent("a.store").path, options: options)
  try body(service)
  let end = service.stop()
  #expect(end.status == 0 && end.text.hasSuffix("Stopped.\n"))
}

/// Waits until a service answers; it may close connections of clients that the machine keeps waiting.
func waitForAnswer(_ port: UInt16) {
  while (try? HTTPClient(port: port).send("GET", "/health").status) != 200 {}
}

/// All bookmarks that a service has, read page by page as its answers link them.
func allBookmarks(_ port: UInt16, from path: String = "/bookmarks") throws -> [BookmarkDocument] {
  let client = try HTTPClient(port: port)
  let decoder = JSONDecoder()
  decoder.dateDecodingStrategy = .iso8601
  var documents: [BookmarkDocument] = []
  var next: String? = path
  while let path = next {
    let answer = try client.send("GET", path)
    documents += try decoder.decode([BookmarkDocument].self, from: answer.body)
    next = answer.headers["link"].flatMap { link in
      link.split(separator: ">").first.map { String($0.dropFirst()) }
    }
  }
  return documents
}

struct ServiceProcessError: Error {
  let text: String
}
