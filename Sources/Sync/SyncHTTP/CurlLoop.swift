#if CURL
  import CCurl
  import Foundation
  import Locks

  /// The thread on which libcurl performs the requests of one transport.
  ///
  /// It ends with its transport. No request is running then, because each request retains the
  /// transport.
  final class CurlLoop: Sendable {
    private struct State {
      var added: [CurlExchange] = []
      var cancelled: [CurlExchange] = []
      var hasStarted = false
      var isEnded = false
      var wakeCount = 0
    }

    private let state = Mutex(State())
    // Other threads only call the function that wakes this one, which libcurl allows.
    private nonisolated(unsafe) let multi: UnsafeMutableRawPointer?

    /// The maximum number of concurrent requests; further ones wait, and their timeouts start
    /// later.
    private static let widthLimit = 16

    private static let isReady: Bool = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK

    init() {
      multi = Self.isReady ? curl_multi_init() : nil
      if let multi {
        openswiftdata_curl_set_limit(multi, CURLMOPT_MAXCONNECTS, Self.widthLimit)
      }
    }

    deinit { if let multi { curl_multi_cleanup(multi) } }

    /// The number of times that the thread woke up.
    var wakeCount: Int { state.withLock { $0.wakeCount } }

    /// Starts a request.
    func add(_ exchange: CurlExchange) {
      guard multi != nil else { return exchange.fail("libcurl could not be started") }
      let isFirst = state.withLock { state in
        state.added.append(exchange)
        defer { state.hasStarted = true }
        return !state.hasStarted
      }
      if isFirst {
        let thread = Thread { self.run() }
        thread.name = "SyncHTTP"
        thread.start()
      } else {
        wake()
      }
    }

    /// Cancels a request, whether or not it has started.
    func cancel(_ exchange: CurlExchange) {
      state.withLock { $0.cancelled.append(exchange) }
      wake()
    }

    /// Ends the thread.
    func end() {
      state.withLock { $0.isEnded = true }
      wake()
    }

    private func wake() { if let multi { curl_multi_wakeup(multi) } }

    private func run() {
      guard let multi else { return }
      // OpenSSL would cause this signal if a server has closed the connection.
      var signals = sigset_t()
      sigaddset(&signals, SIGPIPE)
      pthread_sigmask(SIG_BLOCK, &signals, nil)
      var waiting: [CurlExchange] = []
      var active: [UnsafeMutableRawPointer: CurlExchange] = [:]
      func take(_ easy: UnsafeMutableRawPointer) -> CurlExchange? {
        curl_multi_remove_handle(multi, easy)
        return active.removeValue(forKey: easy)
      }
      while true {
        let (added, cancelled, isEnded) = state.withLock { state in
          defer { (state.added, state.cancelled) = ([], []) }
          return (state.added, state.cancelled, state.isEnded)
        }
        waiting += added
        for exchange in cancelled {
          waiting.removeAll { $0 === exchange }
          if let easy = exchange.easy, active[easy] != nil { _ = take(easy) }
          exchange.cancel()
        }
        while active.count < Self.widthLimit, !waiting.isEmpty {
          let exchange = waiting.removeFirst()
          guard !exchange.isOver else {
            // It was cancelled before it was added, and its caller has not been notified yet.
            exchange.cancel()
            continue
          }
          guard let easy = exchange.prepare(), curl_multi_add_handle(multi, easy) == CURLM_OK else {
            exchange.fail("libcurl did not accept the request")
            continue
          }
          active[easy] = exchange
        }
        var count: Int32 = 0
        curl_multi_perform(multi, &count)
        var code = CURLE_OK
        while let easy = openswiftdata_curl_next_finished(multi, &code) { take(easy)?.finish(code) }
        let now = ContinuousClock.now
        for (easy, exchange) in active where exchange.deadline <= now { take(easy)?.expire() }
        if isEnded, active.isEmpty, waiting.isEmpty { return }
        // The finished requests left room for others.
        if !waiting.isEmpty, active.count < Self.widthLimit { continue }
        curl_multi_poll(multi, nil, 0, Self.patience(active.values, now), nil)
        state.withLock { $0.wakeCount += 1 }
      }
    }

    /// Returns the milliseconds until the next deadline.
    private static func patience(
      _ exchanges: some Collection<CurlExchange>, _ now: ContinuousClock.Instant
    ) -> Int32 {
      guard let next = exchanges.map(\.deadline).min() else { return .max }
      let left = (next - now).components
      return Int32(clamping: left.seconds * 1_000 + left.attoseconds / 1_000_000_000_000_000 + 1)
    }
  }
#endif
