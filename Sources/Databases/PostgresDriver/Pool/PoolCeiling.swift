import SQLCore

/// The number of connections that the server currently allows a pool, which may be lower than the
/// pool's limit.
struct PoolCeiling {
  /// The last known limit and when it expires; nil if none is known.
  private var known: (connections: Int, end: PoolTime)?

  /// How long a known limit is used.
  private static let duration = PoolInterval(.seconds(1))

  /// Whether another connection may be opened in addition to the existing ones; always true if
  /// there are none.
  mutating func allows(another places: Int) -> Bool {
    guard let known, places >= max(1, known.connections) else { return true }
    guard PoolTime.now < known.end else {
      self.known = nil
      return true
    }
    return false
  }

  /// Records that the server refused another connection beyond these.
  mutating func lower(to connections: Int) {
    known = (connections, PoolTime.now + Self.duration)
  }
}

/// Retries of a request for a connection when the server has too few: if the pool has other
/// connections, the request waits for one of them.
struct PoolAttempts {
  /// The pause after a refusal, while other requests of the pool may still succeed or be refused.
  static let pause: Duration = .milliseconds(10)

  private let deadline: ContinuousClock.Instant
  private let limit: Duration
  private var refusal: SQLError?

  init(_ limit: Duration) {
    self.limit = limit
    deadline = .now + min(limit, .seconds(1_000_000_000))
  }

  var timeLeft: Duration { refusal == nil ? limit : max(.zero, deadline - .now) }

  /// Records a failure.
  ///
  /// - Parameters:
  ///   - error: The reason why the pool could not provide a connection.
  ///   - mayWait: Whether there are connections to wait for.
  /// - Throws: The error to report if the request must end; after a timeout, the server's refusal.
  mutating func note(_ error: SQLError, mayWait: Bool) throws(SQLError) {
    if error.kind == .poolTimeout, let refusal { throw refusal }
    guard error.kind == .tooManyConnections, mayWait, deadline > .now else { throw error }
    refusal = error
  }
}
