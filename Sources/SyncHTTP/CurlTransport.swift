#if CURL
  import Foundation
  import SyncPort

  /// Carries requests by libcurl, all of them on one thread that sleeps while nothing comes.
  ///
  /// Redirections are not followed, so that credentials never reach another server. Proxies are those that the
  /// environment names, as for `URLSession`.
  package final class CurlTransport: HTTPTransport {
    private let loop: CurlLoop
    private let timeout: Duration

    /// Makes a transport; its thread begins with the first request.
    ///
    /// - Parameter timeout: How many seconds to wait for the next part of an answer, or until the server takes more. A
    ///   request takes ten times as long at most, and a second for each kibibyte of it.
    package init(timeout: Double = 60) {
      loop = CurlLoop()
      // A longer time is none that anybody waits.
      self.timeout = .seconds(min(max(timeout, 0), 1_000_000))
    }

    deinit { loop.end() }

    /// How often the thread has woken up.
    package var wakeCount: Int { loop.wakeCount }

    /// Sends a request, and waits for the whole answer.
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
