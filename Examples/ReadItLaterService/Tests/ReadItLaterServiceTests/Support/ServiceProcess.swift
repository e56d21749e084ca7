import ExampleTestSupport
import Foundation
import HTTPTesting
import ReadItLaterService
import Testing
import WebServer

/// The program in a separate process.
final class ServiceProcess {
  let port: UInt16
  private let process = Process()
  private let output = Pipe()

  /// - Parameters:
  ///   - store: The value of `--store`.
  ///   - options: Further arguments.
  /// - Throws: An error if the program does not start.
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

  /// Asks the program to stop, and waits until it has.
  ///
  /// - Returns: The exit status, or nil if a signal ended it; and its last output.
  func stop() -> (status: Int32?, text: String) {
    process.terminate()
    let rest = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (
      process.terminationReason == .exit ? process.terminationStatus : nil,
      String(decoding: rest, as: UTF8.self)
    )
  }

  /// Asks the program to stop, without waiting.
  func beginToStop() { process.terminate() }
}

/// Runs the program on a new store in a file, calls the body, and expects a normal exit.
func withService(options: [String] = [], _ body: (ServiceProcess) throws -> Void) throws {
  try withTemporaryFolder { folder in try withService(in: folder, options: options, body) }
}

/// Runs the program on the store of a folder, calls the body, and expects a normal exit.
func withService(
  in folder: URL, options: [String] = [], _ body: (ServiceProcess) throws -> Void
) throws {
  let service = try ServiceProcess(
    store: folder.appendingPathComponent("a.store").path, options: options)
  try body(service)
  let end = service.stop()
  #expect(end.status == 0)
  #expect(end.text.hasSuffix("Stopped.\n"))
}

/// Waits until a service answers; a busy machine may make it close connections of clients.
func waitForAnswer(_ port: UInt16) {
  while (try? HTTPClient(port: port).send("GET", "/health").status) != 200 {}
}

/// All bookmarks of a service, read page by page by following the links in its answers.
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

extension BookmarkService {
  /// Answers a request without a server.
  func respond(to request: WebRequest) -> WebResponse { routes().respond(to: request) }
}

struct ServiceProcessError: Error {
  let text: String
}
