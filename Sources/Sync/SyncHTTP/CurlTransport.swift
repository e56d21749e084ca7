#if CURL
  import Foundation
  import SyncPort

  /// Sends requests with libcurl, all of them on one thread that sleeps while it waits.
  ///
  /// Redirects are not followed, so that credentials never reach another server. Proxies are taken
  /// from the environment, as with `URLSession`.
  package final class CurlTransport: HTTPTransport {
    private let loop: CurlLoop
    private let timeout: Duration

    /// Creates a transport; its thread starts with the first request.
    ///
    /// - Parameter timeout: The seconds to wait for the next part of an answer, or for the server
    ///   to accept more data. A request takes at most ten times as long, plus a second for each KiB
    ///   transferred.
    package init(timeout: Double = 60) {
      loop = CurlLoop()
      // A longer timeout has no practical use.
      self.timeout = .seconds(min(max(timeout, 0), 1_000_000))
    }

    deinit { loop.end() }

    /// The number of times that the thread woke up.
    package var wakeCount: Int { loop.wakeCount }

    /// Sends a request and waits for the whole answer.
    package func send(_ request: HTTPRequest) async throws -> HTTPResponse {
      try request.check()
      let exchange = CurlExchange(request, timeout: timeout)
      return try await withTaskCancellationHandler {
        try await withCheckedThrowingContinuation { continuation in
          exchange.start(continuation)
          loop.add(exchange)
        }
      } onCancel: {
        loop.cancel(exchange)
      }
    }
  }
#endif
