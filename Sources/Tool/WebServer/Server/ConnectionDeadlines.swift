#if MICROHTTPD
  import CMicroHTTPD
  import Foundation

  /// Ends connections whose client is too slow to send its request or to receive the response.
  ///
  /// The library closes silent connections. But a client that sends a byte from time to time would
  /// keep its connection forever.
  final class ConnectionDeadlines: @unchecked Sendable {
    // `@unchecked`: the mutable state is only accessed while the condition is locked.

    /// The state of a connection: what it waits for.
    enum Phase {
      /// The first line of a request.
      case idle
      /// The rest of a request.
      case receiving
      /// The service or the next event, which have no deadline.
      case answering
      /// The client, which must receive the response.
      case sending
    }

    private struct State {
      var phase: Phase
      var deadline: ContinuousClock.Instant?
    }

    private let condition = NSCondition()
    /// The states, by socket.
    private var states: [Int32: State] = [:]
    private var isStopped = false
    private let limit: Duration
    private let interval: TimeInterval

    init(_ limits: WebLimits) {
      limit = .seconds(limits.seconds)
      interval = min(1, Double(limits.seconds) / 4)
    }

    /// Starts the thread.
    ///
    /// - Parameter tick: Called about once a second, or more often if the limit is short.
    func start(tick: @escaping @Sendable () -> Void) {
      let thread = Thread { [self] in run(tick) }
      thread.name = "deadlines"
      thread.start()
    }

    /// Begins a phase of a connection.
    ///
    /// The parts of a request share one deadline.
    func begin(_ phase: Phase, _ socket: Int32) {
      let deadline = ContinuousClock.now.advanced(by: limit)
      condition.withLock {
        switch phase {
        case .receiving: states[socket]?.phase = .receiving
        case .answering: states[socket] = State(phase: phase, deadline: nil)
        case .idle, .sending: states[socket] = State(phase: phase, deadline: deadline)
        }
      }
    }

    /// Forgets a connection that is about to be closed.
    func end(_ socket: Int32) { condition.withLock { states[socket] = nil } }

    /// Ends the thread.
    func stop() {
      condition.withLock {
        isStopped = true
        condition.broadcast()
      }
    }

    private func run(_ tick: () -> Void) {
      while waitAndEndLateConnections() { tick() }
    }

    /// Returns false after the end.
    private func waitAndEndLateConnections() -> Bool {
      condition.withLock {
        guard !isStopped else { return false }
        _ = condition.wait(until: Date(timeIntervalSinceNow: interval))
        endLateConnections()
        return true
      }
    }

    /// The lock is held, so that no socket is closed and reused meanwhile.
    private func endLateConnections() {
      let now = ContinuousClock.now
      for (socket, state) in states {
        guard let deadline = state.deadline, deadline <= now else { continue }
        states[socket]?.deadline = nil
        if state.phase == .receiving {
          let refusal = WebRefusal(
            408, "too-slow",
            "The request did not arrive within \(limit.components.seconds) s. Send it again.")
          refusal.response.bytes.withUnsafeBytes {
            webserver_send(socket, $0.baseAddress, $0.count)
          }
        }
        webserver_shut_down(socket)
      }
    }
  }
#endif
