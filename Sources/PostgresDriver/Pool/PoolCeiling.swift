import SQLCore

/// How many connections a server was found to have for a pool, which may be fewer than the pool would make.
struct PoolCeiling {
  /// Nil while nothing is known.
  private var known: (connections: Int, end: PoolTime)?

  /// For how long it is taken for true.
  private static let duration = PoolInterval(.seconds(1))

  /// Whether one more may be made beside those that there are; whoever is the only one always tries.
  mutating func allows(another places: Int) -> Bool {
    guard let known, places >= max(1, known.connections) else { return true }
    guard PoolTime.now < known.end else {
      self.known = nil
      return true
    }
    return false
  }

  /// Notes that the server refused one more than these.
  mutating func lower(to connections: Int) {
    known = (connections, PoolTime.now + Self.duration)
  }
}

/// How somebody waits for a connection where a server may have none for the pool: while the pool has others, one of them
/// is waited for.
struct PoolAttempts {
  /// How long somebody rests who was refused, while others are about to be refused or not.
  static let pause: Duration = .milliseconds(10)

  private let deadline: ContinuousClock.Instant
  private let limit: Duration
  private var refusal: SQLError?

  init(_ limit: Duration) {
    self.limit = limit
    deadline = .now + min(limit, .seconds(1_000_000_000))
  }

  var timeLeft: Duration { refusal == nil ? limit : max(.zero, deadline - .now) }

  /// Takes note of a failure.
  ///
  /// - Parameters:
  ///   - error: What kept the pool from giving a connection.
  ///   - mayWait: Whether there are connections to wait for.
  /// - Throws: The failure that ends the waiting: where it took too long, what the server said.
  mutating func note(_ error: SQLError, mayWait: Bool) throws(SQLError) {
    if error.kind == .poolTimeout, let refusal { throw refusal }
    guard error.kind == .tooManyConnections, mayWait, deadline > .now else { throw error }
    refusal = error
  }
}
