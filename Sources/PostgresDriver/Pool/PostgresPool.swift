import Dispatch
import Foundation
import Locks
import SQLCore

/// Connections to one server that are used again, by threads that wait for them and by tasks.
package final class PostgresPool: Sendable {
  package let settings: PostgresSettings
  package let limits: PostgresPoolLimits
  private let onNotice: (@Sendable (PostgresNotice) -> Void)?
  private let onOpen: (@Sendable (PostgresConnection) throws(SQLError) -> Void)?
  let state = Mutex(State())

  /// Whether somebody waits, or the pool is closed: whoever gives a connection back then sees to that.
  let isWanted = Atomic<Bool>(false)

  struct State {
    /// The connections that stand, whoever has them.
    ///
    /// The one that was found last is found next, so that others get too old.
    var members: [PooledConnection] = []
    /// How many there are and are being made.
    var places = 0
    var queue = PoolQueue()
    /// Without those that change with each loan.
    var metrics = PostgresPoolMetrics()
    var isClosed = false
    /// What the server was found to have at most.
    var ceiling = PoolCeiling()
    /// Who waits for all connections to be back.
    var onEmpty: [@Sendable () -> Void] = []

    /// Takes a connection that nobody has.
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

    /// What there is without waiting.
    mutating func grant(limit: Int) -> PoolQueue.Grant? {
      if isClosed { return .closed }
      if let found = takeFree() { return .connection(found) }
      guard places < limit, ceiling.allows(another: places) else { return nil }
      places += 1
      return .place
    }

    /// What there is without waiting, and without going before those who wait.
    mutating func grantToNewcomer(limit: Int) -> PoolQueue.Grant? {
      queue.count == 0 || isClosed ? grant(limit: limit) : nil
    }

    /// Takes all connections that nobody has, which are to be no more.
    mutating func takeAllFree() -> [PooledConnection] {
      let free = members.filter { $0.place.take() != nil }
      for pooled in free {
        members.removeAll { $0.place === pooled.place }
        metrics.acquired += pooled.place.useCount
      }
      places -= free.count
      return free
    }

    /// Lets go of a connection that somebody has taken, though not of its place.
    mutating func remove(_ pooled: PooledConnection) {
      members.removeAll { $0.place === pooled.place }
      metrics.acquired += pooled.place.useCount
      metrics.replaced += 1
    }
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
      for member in state.members {
        metrics.acquired += member.place.useCount
        if member.place.isFree { metrics.idle += 1 }
      }
      metrics.inUse = state.places - metrics.idle
      metrics.waiting = state.queue.count
      return metrics
    }
  }

  /// A connection, or a place for one, where there is one without waiting; else a place in the queue.
  private enum Answer {
    case now(PoolQueue.Grant)
    case later(UInt64)
  }

  private func ask(_ give: @escaping @Sendable (PoolQueue.Grant) -> Void) -> Answer {
    let answer = state.withLock { state -> Answer in
      if let grant = state.grantToNewcomer(limit: limits.connections) { return .now(grant) }
      let number = state.queue.append(give)
      state.metrics.mostWaiting = max(state.metrics.mostWaiting, state.queue.count)
      isWanted.store(true, ordering: .sequentiallyConsistent)
      return .later(number)
    }
    // One may have come back before it was wanted.
    if case .later = answer { serve() }
    return answer
  }

  /// Gives those who wait what there is.
  private func serve() {
    while true {
      let next = state.withLock {
        state -> (@Sendable (PoolQueue.Grant) -> Void, PoolQueue.Grant)? in
        if state.queue.count > 0, let grant = state.grant(limit: limits.connections) {
          return state.queue.popFirst().map { ($0, grant) }
        }
        if state.queue.count == 0, !state.isClosed {
          isWanted.store(false, ordering: .sequentiallyConsistent)
        }
        return nil
      }
      guard let (give, grant) = next else { return }
      give(grant)
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
    var attempts = PoolAttempts(limit ?? limits.waiting)
    while true {
      do {
        return try connect(try waitForGrant(attempts.timeLeft)).connection
      } catch {
        let (places, connections) = counts
        try attempts.note(error, mayWait: places > 0)
        if connections == 0 { Thread.sleep(forTimeInterval: PoolAttempts.pause.inSeconds) }
      }
    }
  }

  /// How many connections there are or are being made, and how many stand.
  var counts: (places: Int, connections: Int) { state.withLock { ($0.places, $0.members.count) } }

  private func waitForGrant(_ limit: Duration) throws(SQLError) -> PoolQueue.Grant {
    // Mostly there is one, and nothing to wait with.
    if let grant = state.withLock({ $0.grantToNewcomer(limit: limits.connections) }) {
      return grant
    }
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
      if pooled.place.isUsable(pooled.connection) {
        pooled.connection.beginLoan()
        pooled.place.noteLoan()
        return pooled
      }
      pooled.connection.end()
      // Its place goes to the one that is made instead.
      state.withLock { $0.remove(pooled) }
    case .place: break
    }
    do {
      let connection = try PostgresConnection(settings, onNotice: onNotice)
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
      leavePlaces(1)
      throw error
    }
  }

  /// Closes a connection that somebody has, and gives its place to the next who waits.
  func drop(_ pooled: PooledConnection) {
    pooled.connection.end()
    state.withLock { $0.remove(pooled) }
    leavePlaces(1)
  }

  /// Gives up places of connections that are no more.
  func leavePlaces(_ count: Int) {
    state.withLock { $0.places -= count }
    if isWanted.load(ordering: .sequentiallyConsistent) { attend() }
  }

  /// Sees to those who wait for a connection, or for all to be back.
  func attend() {
    serve()
    let (free, last) = state.withLock { state -> ([PooledConnection], [@Sendable () -> Void]) in
      guard state.isClosed else { return ([], []) }
      let free = state.takeAllFree()
      guard state.places == 0 else { return (free, []) }
      defer { state.onEmpty = [] }
      return (free, state.onEmpty)
    }
    // Contexts may hold statements of it for as long as they live.
    for pooled in free { pooled.connection.end() }
    for tell in last { tell() }
  }
}
