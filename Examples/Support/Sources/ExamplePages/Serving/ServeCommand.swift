import CommandLineTool
import ExampleSupport
import Foundation
import SwiftData
import WebServer

/// `serve`: shows the pages of an app until it is stopped.
package struct ServeCommand<App: PagedApp>: Command {
  package static var name: String { "serve" }
  package static var synopsis: String { "" }
  package static var summary: String { "Show the app in a browser, until the program is stopped." }

  package static var details: String {
    """
    The pages are at http://127.0.0.1:\(App.port)/ and show at once what other programs change.
    Only this computer can open them, unless --listen gives another address of it. That needs a
    password. It is sent with each request; use a proxy with TLS where others could read it.

      \(App.program) serve
      \(App.program) serve --port 0                                   at any free port
      \(App.program) serve --listen 0.0.0.0 --allow-host my.example --password-file FILE
    """
  }

  package static var options: Set<CommandOption> {
    [.port, .listen, .passwordFile, .allowHost, .trustProxy]
  }

  private let address: String
  private let port: UInt16
  private let passwordFile: String?
  private let hosts: [String]
  private let trustsProxy: Bool

  package init(_ invocation: Invocation) throws {
    _ = try invocation.arguments(0...0)
    address = invocation[.listen] ?? "127.0.0.1"
    passwordFile = invocation[.passwordFile]
    trustsProxy = invocation[.trustProxy] != nil
    if let text = invocation[.port] {
      guard let number = UInt16(text) else {
        throw UsageError(
          "--port must be a number from 0 to 65535, not “\(text)”.", about: Self.self)
      }
      port = number
    } else {
      port = App.port
    }
    hosts = try (invocation[.allowHost] ?? "").split(separator: ",").map { text in
      guard let authority = WebAuthority(String(text)), authority.port == nil else {
        throw UsageError(
          "--allow-host must be names without ports, separated by commas, not “\(text)”.",
          about: Self.self)
      }
      return authority.host
    }
    guard Self.isLoopback(address) || passwordFile != nil else {
      throw UsageError(
        "Others can reach \(address), so the pages need a password: --password-file FILE",
        about: Self.self)
    }
  }

  private static func isLoopback(_ address: String) -> Bool {
    address == "::1" || address.hasPrefix("127.")
  }

  package func run(in session: Session) async throws -> ExitCode {
    let checks = try checks()
    let container = try App.openContainer(in: session)
    let pool = WorkerPool(threadCount: 8, limit: 800)
    defer { pool.stop() }
    let updates = try await StoreUpdates(container)
    let server: HTTPServer
    do {
      server = try HTTPServer(
        address: address, port: port, pool: pool,
        routes: App.table(container, session, updates: updates, checks: checks))
    } catch let error as HTTPServerError {
      throw CommandFailure(
        error.sentence, advice: error.recoverySuggestion ?? "",
        error.kind == .isUnavailable ? .notAvailable : .failed)
    }
    let host = address.contains(":") ? "[\(address)]" : address
    let shown = ["0.0.0.0", "::"].contains(address) ? "127.0.0.1" : host
    let place = "http://\(shown):\(server.port)/"
    try session.print(["address": place]) { "Open \(place) – Control-C ends the program." }
    await Self.waitForTheEnd()
    server.stop(within: .seconds(10))
    return .success
  }

  private func checks() throws -> [any RequestCheck] {
    var checks: [any RequestCheck] = [
      HostCheck(
        allowing: hosts + (Self.isLoopback(address) ? [] : [address]), trustsProxy: trustsProxy),
      OriginCheck(trustsProxy: trustsProxy),
    ]
    guard let passwordFile else { return checks }
    let text: String
    do {
      text = try String(contentsOfFile: passwordFile, encoding: .utf8)
    } catch {
      throw CommandFailure(
        "The password could not be read. \(error.sentence)",
        advice: "Give a file whose first line is the password: --password-file FILE",
        .fileUnreadable)
    }
    let password = text.prefix { !$0.isNewline }
    guard password.count >= 8 else {
      throw CommandFailure(
        "The password has fewer than 8 characters.",
        advice: "Put a longer one in the first line of \(passwordFile).", .refused)
    }
    checks.append(PasswordCheck(String(password), realm: App.description.name))
    return checks
  }

  /// Waits until the user or the system asks the program to end.
  private static func waitForTheEnd() async {
    let signals = [SIGINT, SIGTERM]
    for signal in signals { Foundation.signal(signal, SIG_IGN) }
    let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
    let sources = signals.map { signal in
      let source = DispatchSource.makeSignalSource(signal: signal, queue: .global())
      source.setEventHandler { continuation.yield() }
      source.resume()
      return source
    }
    for await _ in stream { break }
    for source in sources { source.cancel() }
  }
}

extension CommandOption {
  static let port = CommandOption("port", value: "PORT", "Serve on this port; 0 for any free one.")
  static let listen = CommandOption(
    "listen", value: "ADDRESS", "Serve on this address; by default 127.0.0.1.")
  static let passwordFile = CommandOption(
    "password-file", value: "FILE", "Ask for the password in the first line of this file.")
  static let allowHost = CommandOption(
    "allow-host", value: "NAMES", "Answer for these host names, too, separated by commas.")
  static let trustProxy = CommandOption(
    "trust-proxy", "Believe a proxy's header X-Forwarded-Host.")
}
