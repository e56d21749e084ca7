import ExampleSupport
import Foundation
import ReadItLaterService
import WebServer

/// The program `readitlaterd`.
@main
enum ReadItLaterDaemon {
  private static let usage = """
    readitlaterd serves the bookmarks of readitlater to programs on this computer.

    Usage: readitlaterd [--store PATH|ADDRESS] [--port PORT] [--workers COUNT] [--allow-host NAME]...
                        [--connections COUNT] [--timeout SECONDS]

      --store PATH         The store: a file, or a PostgreSQL database at postgres://USER@HOST/DATABASE;
                           by default the store of readitlater.
      --port PORT          The port on 127.0.0.1; by default 8080. Port 0 selects any free port.
      --workers COUNT      How many requests are answered at once, from 1 to 256; by default 8.
      --allow-host NAME    A host name, without a port, that requests may send in “Host”, such as that
                           of a proxy. localhost, 127.0.0.1 and [::1] are always allowed.
      --connections COUNT  How many connections can be open at once, from 1 to 10000; by default 800.
                           Each needs a file descriptor (ulimit -n).
      --timeout SECONDS    How long a request may take to arrive, and a client to receive its response,
                           from 1 to 3600; by default 60.
      --help, -h           Show this help.
      --version            Show the version of the program.
    """

  static func main() {
    switch Arguments.question(in: CommandLine.arguments.dropFirst()) {
    case .help: answer(usage)
    case .version: answer("readitlaterd \(ProgramVersion.current)\n")
    case nil: break
    }
    // Signals are blocked before other threads exist, so that all of them leave these signals to
    // this one.
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
      let failure =
        error as? CommandFailure ?? CommandFailure(error.sentence, advice: error.suggestion)
      Terminal.standard(program: "readitlaterd", environment: [:]).fail(failure)
      exit(1)
    }
  }

  /// Serves until a signal arrives, then waits for requests in progress.
  private static func serve(_ arguments: Arguments, until signals: inout sigset_t) throws {
    let container = try ServiceStore.open(
      arguments.store, environment: ProcessInfo.processInfo.environment)
    let pool = WorkerPool(
      threadCount: arguments.workers, limit: arguments.limits.connectionCount)
    let service = BookmarkService(container, pool: pool)
    let server = try HTTPServer(
      port: arguments.port, pool: pool, limits: arguments.limits,
      routes: service.routes(checks: [HostCheck(allowing: arguments.hosts), OriginCheck()]))
    print("Listening on http://127.0.0.1:\(server.port)")
    fflush(nil)
    var signal: Int32 = 0
    sigwait(&signals, &signal)
    server.stop()
    pool.stop()
    print("Stopped.")
  }

  /// Prints the requested text, and exits.
  private static func answer(_ text: String) -> Never {
    do {
      try FileHandle.standardOutput.write(contentsOf: Data(text.utf8))
      exit(0)
    } catch {
      complain("The results could not be written: \(error.sentence)\n")
      exit(1)
    }
  }

  private static func complain(_ text: String) {
    try? FileHandle.standardError.write(contentsOf: Data("readitlaterd: \(text)".utf8))
  }
}

/// The parsed command line.
struct Arguments {
  var store: String?
  var port: UInt16 = 8_080
  var workers = 8
  var hosts: [String] = []
  var limits = WebLimits()

  /// Information that can be requested instead of starting the server.
  enum Question { case help, version }

  /// The options that have a value.
  private static let options: Set<String> = [
    "--store", "--port", "--workers", "--allow-host", "--connections", "--timeout",
  ]

  /// The information that a command line requests with an option in any position; values of options
  /// are skipped.
  static func question(in words: ArraySlice<String>) -> Question? {
    var words = words
    while let word = words.popFirst() {
      switch word {
      case "--help", "-h": return .help
      case "--version": return .version
      case _ where options.contains(word): _ = words.popFirst()
      default: break
      }
    }
    return nil
  }

  init(_ words: [String]) throws {
    var words = words[...]
    while let word = words.popFirst() {
      guard Self.options.contains(word) else {
        throw ArgumentError(
          message: word.hasPrefix("-")
            ? "Unknown option \(word)." : "readitlaterd does not accept “\(word)”.")
      }
      guard let value = words.popFirst() else {
        throw ArgumentError(message: "\(word) needs a value.")
      }
      switch word {
      case "--store": store = value
      case "--port":
        guard let number = UInt16(value) else {
          throw ArgumentError(message: "--port must be a number from 0 to 65535, not “\(value)”.")
        }
        port = number
      case "--workers":
        workers = try Self.number(value, 1...256, word)
      case "--allow-host":
        guard let authority = WebAuthority(value), authority.port == nil else {
          throw ArgumentError(
            message: "--allow-host must be a name without a port, not “\(value)”.")
        }
        hosts.append(authority.host)
      case "--connections": limits.connectionCount = try Self.number(value, 1...10_000, word)
      default: limits.seconds = try Self.number(value, 1...3_600, word)
      }
    }
  }

  private static func number(
    _ text: String, _ range: ClosedRange<Int>, _ option: String
  ) throws -> Int {
    guard let number = Int(text), range.contains(number) else {
      throw ArgumentError(
        message:
          "\(option) must be a number from \(range.lowerBound) to \(range.upperBound), not “\(text)”."
      )
    }
    return number
  }
}

/// A mistake in the command line.
struct ArgumentError: Error {
  let message: String
}
