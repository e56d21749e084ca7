import Dispatch
import Locks
import SQLCore

/// Connections to one server that are used again, by threads that wait for them and by tasks.
package final class PostgresPool: Sendable {
  package let settings: PostgresSettings
  package let limits: PostgresPoolLimits
  private let onNotice: (@Sendable (PostgresNotice) -> Void)?
  private let onOpen: (@Sendable (PostgresConnection) throws(SQLError) -> Void)?
  private let state = Mutex(State())

  private struct State {
    /// The one that was used last is used next, so that others get too old.
    var idle: [PooledConnection] = []
    var queue = PoolQueue()
    var metrics = PostgresPoolMetrics()
    var isClosed = false
    /// Who waits for all connections to be back.
    var onEmpty: [@Sendable () -> Void] = []
  }

  /// - Parameters:
  ///   - settings: Where to connect to.
  ///   - limits: How many connections, and for how long.
  ///   - onNotice: Who is told what the server says beside its answers, on any thread.
  ///   - onOpen: What is to be done with every new connection before it is used.
  package init(
    _ settings: PostgresSettings, limits: PostgresPoolLimits = PostgresPoolLimits(),
    onNotice: (@Sendable (PostgresNotice) -> Void)? = nil,
    onOpen: (@Sendable (PostgresConnection) throws(SQLError) -> Void)? = nil
  ) {
    self.settings = settings
    self.limits = limits
    self.onNotice = onNotice
    self.onOpen = onOpen
  }

  /// How the pool is doing.
  package var metrics: PostgresPoolMetrics {
    state.withLock { state in
      var metrics = state.metrics
      metrics.idle = state.idle.count
      metrics.waiting = state.queue.count
      return metrics
    }
  }

  /// A connection, or a place for one, where there is one without waiting; else a place in the queue.
  private enum Answer {
    case now(PoolQueue.Grant)
    case later(UInt64)
  }

  /// What there is without waiting.
  private static func grant(_ state: inout State, limit: Int) -> PoolQueue.Grant? {
    if state.isClosed { return .closed }
    if let pooled = state.idle.popLast() {
      state.metrics.inUse += 1
      return .connection(pooled)
    }
    guard state.metrics.inUse < limit else { return nil }
    state.metrics.inUse += 1
    return .place
  }

  private func ask(_ give: @escaping @Sendable (PoolQueue.Grant) -> Void) -> Answer {
    state.withLock { state in
      if let grant = Self.grant(&state, limit: limits.connections) { return .now(grant) }
      let number = state.queue.append(give)
      state.metrics.mostWaiting = max(state.metrics.mostWaiting, state.queue.count)
      return .later(number)
    }
  }

  /// Leaves the queue; false for somebody who has been given something.
  func leave(_ number: UInt64, isLate: Bool) -> Bool {
    state.withLock { state in
      guard state.queue.remove(number) else { return false }
      if isLate { state.metrics.timeouts += 1 }
      return true
    }
  }
}

// Tasks wait by this.

extension PostgresPool {
  /// Gives what there is; else the number of a place in the queue.
  func enter(_ turn: TaskTurn) -> UInt64? {
    switch ask(turn.give) {
    case .now(let grant):
      turn.give(grant)
      return nil
    case .later(let number): return number
    }
  }
}

// Threads, which wait themselves.

extension PostgresPool {
  /// Does something with a connection on this thread, which waits for one and for the server.
  ///
  /// - Parameters:
  ///   - limit: How long to wait for a connection; as the pool's limits say where nil.
  ///   - body: What to do.
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws; `SQLError` of kind `poolTimeout`, `poolClosed`, and what connecting
  ///   throws.
  package func withConnection<Result>(
    waiting limit: Duration? = nil, _ body: (PostgresConnection) throws -> Result
  ) throws -> Result {
    let connection = try checkOut(waiting: limit)
    defer { checkIn(connection) }
    return try body(connection)
  }

  /// Lends out a connection for the sole use of the caller.
  ///
  /// - Parameter limit: How long to wait for one; as the pool's limits say where nil.
  /// - Returns: The connection, to be given back by ``checkIn(_:)``.
  /// - Throws: `SQLError` of kind `poolTimeout`, `poolClosed`, and what connecting throws.
  package func checkOut(waiting limit: Duration? = nil) throws(SQLError) -> PostgresConnection {
    let pooled = try connect(try waitForGrant(limit ?? limits.waiting))
    pooled.connection.place = pooled
    return pooled.connection
  }

  /// Lends out the connection of a loan again.
  ///
  /// - Parameter loan: The loan that the caller had last.
  /// - Returns: The connection, to be given back by ``checkIn(_:)``; nil where somebody else has had it since, or it
  ///   is not to be used any more.
  package func takeAgain(_ loan: PostgresLoan) -> PostgresConnection? {
    let found = state.withLock { state -> PooledConnection? in
      // Who comes back after others takes his own, rather than what they have used last.
      guard let index = state.idle.lastIndex(where: { $0.connection.loan === loan }) else {
        return nil
      }
      state.metrics.inUse += 1
      state.metrics.acquired += 1
      return state.idle.remove(at: index)
    }
    guard let found else { return nil }
    let connection = found.connection
    guard found.isUsable() else {
      connection.end()
      state.withLock { state in
        state.metrics.acquired -= 1
        state.metrics.replaced += 1
      }
      free(nil)
      return nil
    }
    loan.begin()
    connection.place = found
    return connection
  }

  /// Takes back a connection that was lent out.
  package func checkIn(_ connection: PostgresConnection) {
    guard let pooled = connection.place else { return }
    connection.place = nil
    takeBack(pooled)
  }

  private func waitForGrant(_ limit: Duration) throws(SQLError) -> PoolQueue.Grant {
    // Mostly there is one, and nothing to wait with.
    if let grant = state.withLock({ Self.grant(&$0, limit: limits.connections) }) { return grant }
    let turn = Turn()
    switch ask(turn.give) {
    case .now(let grant): return grant
    case .later(let number):
      if turn.wait(limit) || !leave(number, isLate: true) { return turn.wait() }
      throw Self.timeout(limit)
    }
  }

  static func timeout(_ limit: Duration) -> SQLError {
    SQLError(
      kind: .poolTimeout, code: 0, message: "No connection became free within \(limit)",
      details: SQLErrorDetails(state: ""))
  }

  static let closed = SQLError(
    kind: .poolClosed, code: 0, message: "The pool of connections is closed",
    details: SQLErrorDetails(state: ""))
}

// Connections that come and go.

extension PostgresPool {
  /// A connection that can be used, from what was granted; blocks for the server.
  func connect(_ grant: PoolQueue.Grant) throws(SQLError) -> PooledConnection {
    switch grant {
    case .closed: throw Self.closed
    case .connection(let pooled):
      if pooled.isUsable() {
        pooled.connection.beginLoan()
        state.withLock { $0.metrics.acquired += 1 }
        return pooled
      }
      pooled.connection.end()
      state.withLock { $0.metrics.replaced += 1 }
    case .place: break
    }
    do {
      let connection = try PostgresConnection(settings, onNotice: onNotice)
      try onOpen?(connection)
      state.withLock {
        $0.metrics.opened += 1
        $0.metrics.acquired += 1
      }
      return PooledConnection(connection, DispatchQueue(label: "PostgresPool.connection"), limits)
    } catch {
      state.withLock { $0.metrics.failures += 1 }
      free(nil)
      throw error
    }
  }

  /// Takes back a connection, as it should be for the next user, or closes it.
  func takeBack(_ pooled: PooledConnection) {
    let connection = pooled.connection
    connection.resume()
    connection.abandonRows()
    let isInTransaction = connection.isInTransaction
    // Nobody who is told of statements is told of these.
    connection.endLoan(forGood: isInTransaction || limits.reset != nil)
    if isInTransaction, connection.isOpen { try? connection.execute("ROLLBACK") }
    if let reset = limits.reset, connection.isOpen { try? connection.execute(reset) }
    pooled.noteUse()
    let isUsable =
      connection.isOpen && !connection.isInTransaction && !connection.isGivenUp
      && !connection.isMisled
    if !isUsable {
      connection.end()
      state.withLock { $0.metrics.replaced += 1 }
    }
    free(isUsable ? pooled : nil)
  }

  /// Gives the place of a connection to the next who waits, with the connection in it or without.
  private func free(_ pooled: PooledConnection?) {
    if let pooled, keep(pooled) { return }
    let (next, isDropped, last) = state.withLock {
      state -> ((@Sendable (PoolQueue.Grant) -> Void)?, Bool, [@Sendable () -> Void]) in
      if !state.isClosed, let next = state.queue.popFirst() { return (next, false, []) }
      state.metrics.inUse -= 1
      // Who waited may have left meanwhile.
      if let pooled, !state.isClosed { state.idle.append(pooled) }
      guard state.isClosed, state.metrics.inUse == 0 else { return (nil, state.isClosed, []) }
      defer { state.onEmpty = [] }
      return (nil, true, state.onEmpty)
    }
    // Contexts may hold statements of it for as long as they live.
    if isDropped { pooled?.connection.end() }
    next?(pooled.map { .connection($0) } ?? .place)
    for tell in last { tell() }
  }

  /// Keeps a connection that nobody waits for; false where it is to go elsewhere.
  private func keep(_ pooled: PooledConnection) -> Bool {
    state.withLock { state in
      guard !state.isClosed, state.queue.count == 0 else { return false }
      state.metrics.inUse -= 1
      state.idle.append(pooled)
      return true
    }
  }

  /// Closes connections that have waited for work for too long; others are closed when they are asked
  /// for.
  package func closeIdle() {
    let now = ContinuousClock.now
    let old = state.withLock { state in
      let old = state.idle.filter { $0.isIdle(at: now) }
      state.idle.removeAll { $0.isIdle(at: now) }
      state.metrics.replaced += old.count
      return old
    }
    // They are closed here, where nobody waits for the lock meanwhile.
    for pooled in old { pooled.connection.end() }
  }

  /// Lends out no more connections, and turns away whoever waits.
  ///
  /// - Returns: Whether all connections are back.
  private func close(_ onEmpty: @escaping @Sendable () -> Void) -> Bool {
    let (queue, idle, isEmpty) = state.withLock {
      state -> ([@Sendable (PoolQueue.Grant) -> Void], [PooledConnection], Bool) in
      state.isClosed = true
      var queue: [@Sendable (PoolQueue.Grant) -> Void] = []
      while let next = state.queue.popFirst() { queue.append(next) }
      defer { state.idle = [] }
      let isEmpty = state.metrics.inUse == 0
      if !isEmpty { state.onEmpty.append(onEmpty) }
      return (queue, state.idle, isEmpty)
    }
    for give in queue { give(.closed) }
    for pooled in idle { pooled.connection.end() }
    return isEmpty
  }

  /// Closes the pool: lends out no more, and waits on this thread for what is lent out to come back.
  ///
  /// - Returns: Whether all was back in time.
  @discardableResult
  package func drain(waiting limit: Duration) -> Bool {
    let turn = Turn()
    return close { turn.give(.closed) } || turn.wait(limit)
  }

  /// Closes the pool: lends out no more, and waits for what is lent out to come back.
  package func drain() async {
    await withCheckedContinuation { continuation in
      if close({ continuation.resume() }) { continuation.resume() }
    }
  }
}
