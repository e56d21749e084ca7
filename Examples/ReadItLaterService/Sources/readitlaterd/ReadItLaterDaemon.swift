import ExampleSupport
import Foundation
import ReadItLaterService

/// The program `readitlaterd`.
@main
enum ReadItLaterDaemon {
  private static let usage = """
    readitlaterd serves the bookmarks of readitlater to programs of this machine.

    Usage: readitlaterd [--store PATH|ADDRESS] [--port PORT] [--workers COUNT]

    """

  static func main() {
    // Before there are other threads: all of them leave these signals to this one.
    var signals = sigset_t()
    sigemptyset(&signals)
    for signal in [SIGTERM, SIGINT] { sigaddset(&signals, signal) }
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    signal(SIGPIPE, SIG_IGN)
    do {
      try serve(Arguments(Array(CommandLine.arguments.dropFirst())), until: &signals)
    } catch let error as ArgumentError {
      complain("\(error.message)\n\(usage)")
      exit(2)
    } catch {
      let text = (error as? any LocalizedError)?.errorDescription ?? "\(error)"
      let advice = (error as? any LocalizedError)?.recoverySuggestion
      complain([text, advice].compactMap(\.self).joined(separator: "\n") + "\n")
      exit(1)
    }
  }

  /// Serves until one of some signals arrives, and lets requests that are under way end.
  private static func serve(_ arguments: Arguments, until signals: inout sigset_t) throws {
    let container = try ServiceStore.open(
      arguments.store, environment: ProcessInfo.processInfo.environment)
    let pool = WorkerPool(threadCount: arguments.workers, limit: HTTPServer.connectionLimit)
    let service = BookmarkService(container, pool: pool)
    let server = try HTTPServer(port: arguments.port, pool: pool) { service.respond(to: $0) }
    print("Listening on http://127.0.0.1:\(server.port)")
    fflush(nil)
    var signal: Int32 = 0
    sigwait(&signals, &signal)
    server.stop()
    pool.stop()
    print("Stopped.")
  }

  private static func complain(_ text: String) {
    try? FileHandle.standardError.write(contentsOf: Data("readitlaterd: \(text)".utf8))
  }
}

/// The command line, taken apart.
struct Arguments {
  var store: String?
  var port: UInt16 = 8_080
  var workers = 8

  init(_ words: [String]) throws {
    var words = words[...]
    while let word = words.popFirst() {
      guard let value = words.popFirst() else {
        throw ArgumentError(message: "\(word) needs a value.")
      }
      switch word {
      case "--store": store = value
      case "--port":
        guard let number = UInt16(value) else {
          throw ArgumentError(message: "“\(value)” is no port.")
        }
        port = number
      case "--workers":
        guard let number = Int(value), (1...256).contains(number) else {
          throw ArgumentError(message: "--workers is a number from 1 to 256.")
        }
        workers = number
      default: throw ArgumentError(message: "There is no option \(word).")
      }
    }
  }
}

/// What is wrong with a command line.
struct ArgumentError: Error {
  let message: String
}
