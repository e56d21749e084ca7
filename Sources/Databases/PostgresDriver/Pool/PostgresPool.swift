import Dispatch
import Foundation
import Locks
import SQLCore

/// A pool of reusable connections to one server, for threads, which block while they wait.
package final class PostgresPool: Sendable {
  package let settings: PostgresSettings
  package let limits: PostgresPoolLimits
  private let onOpen: (@Sendable (PostgresConnection) throws(SQLError) -> Void)?
  let state = Mutex(State())

  /// Whether somebody waits or the pool is closed; a user that returns a connection then handles
  /// that.
  let isWanted = Atomic<Bool>(false)

  struct State {
    /// The open connections, in use or not.
    ///
    /// The connection used last is lent first, so that the others become idle for long enough to be
    /// closed.
    var members: [PooledConnection] = []
    /// The number of connections that exist or are being opened.
    var places = 0
    var queue = PoolQueue()
    /// The counters, except those that change with each loan.
    var metrics = PostgresPoolMetrics()
    var isClosed = false
    /// The number of connections that the server was found to allow.
    var ceiling = PoolCeiling()
    /// Those who wait until all connections are returned.
    var drains: [Turn] = []

    /// Takes a free connection.
    mutating func takeFree() -> PooledConnection? {
      for index in members.indices.reversed() where members[index].place.take() != nil {
        let found = members[index]
        if index + 1 < members.count {
          members.remove(at: index)
          members.append(found)
        }
        return found
      }
      return nil
    }

    /// The grant that is available without waiting.
    mutating func grant(limit: Int) -> PoolQueue.Grant? {
      if isClosed { return .closed }
      if let found = takeFree() { return .connection(found) }
      guard places < limit, ceiling.allows(another: places) else { return nil }
      places += 1
      return .place
    }

    /// The grant that is available without waiting and without overtaking waiting requests.
    mutating func grantToNewcomer(limit: Int) -> PoolQueue.Grant? {
      queue.count == 0 || isClosed ? grant(limit: limit) : nil
    }

    /// Takes all free connections, in order to close them.
    mutating func takeAllFree() -> [PooledConnection] {
      let free = members.filter { $0.place.take() != nil }
      for pooled in free {
        members.removeAll { $0.place === pooled.place }
        metrics.acquired += pooled.place.useCount
      }
      places -= free.count
      return free
    }

    /// Removes a connection that was taken, but keeps its place.
    mutating func remove(_ pooled: PooledConnection) {
      members.removeAll { $0.place === pooled.place }
      metrics.acquired += pooled.place.useCount
      metrics.replaced += 1
    }
  }

  /// - Parameters:
  ///   - settings: The server to connect to.
  ///   - limits: The number and lifetime of connections.
  ///   - onOpen: Sets up every new connection before it is used.
  package init(
    _ settings: PostgresSettings, limits: PostgresPoolLimits = PostgresPoolLimits(),
    onOpen: (@Sendable (PostgresConnection) throws(SQLError) -> Void)? = nil
  ) {
    self.settings = settings
    self.limits = limits
    self.onOpen = onOpen
  }

  /// Statistics of the pool.
  package var metrics: PostgresPoolMetrics {
    state.withLock { state in
      var metrics = state.metrics
      for member in state.members {
        metrics.acquired += member.place.useCount
        if member.place.isFree { metrics.idle += 1 }
      }
      metrics.inUse = state.places - metrics.idle
      metrics.waiting = state.queue.count
      return metrics
    }
  }

  /// Provides a grant that is available immediately, and returns nil; otherwise, returns a number
  /// in the queue.
  private func enter(_ turn: Turn) -> UInt64? {
    let number = state.withLock { state -> UInt64? in
      if let grant = state.grantToNewcomer(limit: limits.connections) {
        turn.give(grant)
        return nil
      }
      let number = state.queue.append(turn)
      state.metrics.mostWaiting = max(state.metrics.mostWaiting, state.queue.count)
      isWanted.store(true, ordering: .sequentiallyConsistent)
      return number
    }
    // A connection may have been returned before the queue was announced.
    if number != nil { serve() }
    return number
  }

  /// Grants waiting requests what is available.
  private func serve() {
    while true {
      let next = state.withLock { state -> (Turn, PoolQueue.Grant)? in
        if state.queue.count > 0, let grant = state.grant(limit: limits.connections) {
          return state.queue.popFirst().map { ($0, grant) }
        }
        if state.queue.count == 0, !state.isClosed {
          isWanted.store(false, ordering: .sequentiallyConsistent)
        }
        return nil
      }
      guard let (turn, grant) = next else { return }
      turn.give(grant)
    }
  }

  /// Leaves the queue; false if the request was granted already.
  private func leave(_ number: UInt64) -> Bool {
    state.withLock { state in
      guard state.queue.remove(number) else { return false }
      state.metrics.timeouts += 1
      return true
    }
  }
}

// Lending connections.

extension PostgresPool {
  /// Runs `body` with a connection on this thread, which blocks while it waits for a connection and
  /// for the server.
  ///
  /// - Parameters:
  ///   - limit: How long to wait for a connection; nil for the pool's limit.
  ///   - body: The work.
  /// - Returns: The value that `body` returns.
  /// - Throws: The error that `body` throws; `SQLError` of kind `poolTimeout`, `poolClosed`, and
  ///   errors of connecting.
  package func withConnection<Result>(
    waiting limit: Duration? = nil, _ body: (PostgresConnection) throws -> Result
  ) throws -> Result {
    let connection = try checkOut(waiting: limit)
    defer { checkIn(connection) }
    return try body(connection)
  }

  /// Lends a connection for the sole use of the caller.
  ///
  /// - Parameter limit: How long to wait for one; nil for the pool's limit.
  /// - Returns: The connection, to be returned with ``checkIn(_:)``.
  /// - Throws: `SQLError` of kind `poolTimeout`, `poolClosed`, and errors of connecting.
  package func checkOut(waiting limit: Duration? = nil) throws(SQLError) -> PostgresConnection {
    var attempts = PoolAttempts(limit ?? limits.waiting)
    while true {
      do {
        return try connect(try waitForGrant(attempts.timeLeft)).connection
      } catch {
        let (places, connections) = state.withLock { ($0.places, $0.members.count) }
        try attempts.note(error, mayWait: places > 0)
        if connections == 0 { Thread.sleep(forTimeInterval: PoolAttempts.pause.inSeconds) }
      }
    }
  }

  private func waitForGrant(_ limit: Duration) throws(SQLError) -> PoolQueue.Grant {
    // Usually a connection is free, and nothing to wait with is needed.
    if let grant = state.withLock({ $0.grantToNewcomer(limit: limits.connections) }) {
      return grant
    }
    let turn = Turn()
    guard let number = enter(turn), !turn.wait(limit), leave(number) else { return turn.wait() }
    throw SQLError(
      kind: .poolTimeout, code: 0, message: "No connection became free within \(limit)",
      details: SQLErrorDetails(state: ""))
  }

  static let closed = SQLError(
    kind: .poolClosed, code: 0, message: "The connection pool is closed",
    details: SQLErrorDetails(state: ""))
}

// Opening and closing connections.

extension PostgresPool {
  /// A usable connection for a grant; blocks while it connects or asks the server.
  func connect(_ grant: PoolQueue.Grant) throws(SQLError) -> PooledConnection {
    switch grant {
    case .closed: throw Self.closed
    case .connection(let pooled):
      if pooled.place.isUsable(pooled.connection) {
        pooled.connection.beginLoan()
        pooled.place.noteLoan()
        return pooled
      }
      pooled.connection.end()
      // The place is kept for the connection that replaces it.
      state.withLock { $0.remove(pooled) }
    case .place: break
    }
    do {
      let connection = try PostgresConnection(settings)
      try onOpen?(connection)
      let pooled = PooledConnection(connection: connection, place: PoolPlace(limits))
      connection.place = pooled.place
      pooled.place.noteLoan()
      state.withLock {
        $0.metrics.opened += 1
        $0.members.append(pooled)
      }
      return pooled
    } catch {
      state.withLock {
        $0.metrics.failures += 1
        if error.kind == .tooManyConnections { $0.ceiling.lower(to: $0.places - 1) }
      }
      leavePlace()
      throw error
    }
  }

  /// Closes a connection that its user has taken, and offers its place to the next waiting request.
  func drop(_ pooled: PooledConnection) {
    pooled.connection.end()
    state.withLock { $0.remove(pooled) }
    leavePlace()
  }

  /// Frees the place of a connection that no longer exists.
  private func leavePlace() {
    state.withLock { $0.places -= 1 }
    if isWanted.load(ordering: .sequentiallyConsistent) { attend() }
  }

  /// Handles requests that wait for a connection, and those that wait for all to be returned.
  func attend() {
    serve()
    let (free, ended) = state.withLock { state -> ([PooledConnection], [Turn]) in
      guard state.isClosed else { return ([], []) }
      let free = state.takeAllFree()
      guard state.places == 0 else { return (free, []) }
      defer { state.drains = [] }
      return (free, state.drains)
    }
    // Contexts may keep statements of it for as long as they live.
    for pooled in free { pooled.connection.end() }
    for turn in ended { turn.give(.closed) }
  }

  /// Closes the pool: stops lending connections, rejects all waiting requests, and blocks this
  /// thread until all connections are returned.
  ///
  /// - Returns: Whether all were returned in time.
  @discardableResult
  package func drain(waiting limit: Duration) -> Bool {
    let turn = Turn()
    let (waiting, free, isEmpty) = state.withLock { state -> ([Turn], [PooledConnection], Bool) in
      state.isClosed = true
      isWanted.store(true, ordering: .sequentiallyConsistent)
      var waiting: [Turn] = []
      while let next = state.queue.popFirst() { waiting.append(next) }
      let free = state.takeAllFree()
      let isEmpty = state.places == 0
      if !isEmpty { state.drains.append(turn) }
      return (waiting, free, isEmpty)
    }
    for turn in waiting { turn.give(.closed) }
    for pooled in free { pooled.connection.end() }
    return isEmpty || turn.wait(limit)
  }
}
