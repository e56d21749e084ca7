import Foundation
import Synchronization

/// A server that answers requests on worker threads.
///
/// The thread that accepts connections suspends each one until its answer is available, so it never
/// waits for a database. It needs libmicrohttpd, with which the package must be built.
public final class HTTPServer: Sendable {
  /// Whether the package was built with libmicrohttpd.
  public static var isAvailable: Bool {
    #if MICROHTTPD
      true
    #else
      false
    #endif
  }

  /// The port on which it listens.
  public let port: Int
  #if MICROHTTPD
    private let daemon: ServerDaemon
  #endif

  /// Starts the server.
  ///
  /// - Parameters:
  ///   - address: The IPv4 or IPv6 address on which to listen. By default only programs on this
  ///     machine can connect; `0.0.0.0` and `::` accept connections of all networks.
  ///   - port: The port on which to listen; 0 for any free port.
  ///   - pool: The threads that answer requests.
  ///   - limits: The limits for clients.
  ///   - routes: What to answer.
  /// - Throws: `HTTPServerError` if the address or port cannot be used, or if the package was built
  ///   without libmicrohttpd.
  public init(
    address: String = "127.0.0.1", port: UInt16, pool: WorkerPool,
    limits: WebLimits = WebLimits(), routes: RouteTable
  ) throws {
    #if MICROHTTPD
      guard let daemon = ServerDaemon(address, port, ServerCore(pool, limits, routes)) else {
        throw HTTPServerError(kind: .cannotListen(address: address, port: Int(port)))
      }
      (self.daemon, self.port) = (daemon, daemon.port)
    #else
      throw HTTPServerError(kind: .isUnavailable)
    #endif
  }

  /// The number of requests in progress, including streams of events.
  public var requestCount: Int {
    #if MICROHTTPD
      daemon.core.exchanges.withLock(\.count)
    #else
      0
    #endif
  }

  /// Stops accepting connections, ends streams of events, waits for requests in progress, and stops.
  ///
  /// Only the first call does so.
  ///
  /// - Parameter limit: How long to wait; requests that take longer are answered with the status 503.
  public func stop(within limit: Duration = .seconds(30)) {
    #if MICROHTTPD
      daemon.stop(within: limit)
    #endif
  }
}

/// The reason that a server could not be started.
public struct HTTPServerError: LocalizedError, Equatable {
  /// What kind of reason it is.
  public enum Kind: Sendable, Equatable {
    /// The address is none of this machine, or another program uses the port.
    case cannotListen(address: String, port: Int)
    /// The package was built without libmicrohttpd.
    case isUnavailable
  }

  /// What kind of reason it is.
  public let kind: Kind

  /// What failed.
  public var errorDescription: String? {
    switch kind {
    case .cannotListen(let address, let port):
      "The server cannot listen on port \(port) of \(address)."
    case .isUnavailable: "This program was built without libmicrohttpd, so it cannot serve pages."
    }
  }

  /// What to do.
  public var recoverySuggestion: String? {
    switch kind {
    case .cannotListen:
      "Check that the address is one of this machine, and that no other program uses the port, or give another port with --port."
    case .isUnavailable:
      "Install it, on Debian by “apt install libmicrohttpd-dev”, on macOS by “brew install libmicrohttpd”, and build the program again."
    }
  }
}
