import Foundation
import PostgresDriver
import SQLCore

/// A session's access to the server: it borrows a connection from the store's pool while it works,
/// and returns it in between.
///
/// That way many contexts share few connections, however long they live. The connection is kept
/// during a transaction and while a result has not been read to its end.
final class PostgresSessionConnection: QueryPreparing, RowsWriting, LoanHolder {
  /// The name under which the session announces its changes, so that it can recognize its own.
  let name: String
  private let servers: PostgresServers
  private let observers: [StatementObservers]
  /// The connection that was used last; another session may be using it by now.
  private var known: PostgresConnection?
  /// The loan of that connection; if it continues, its statements can be reused.
  private var loan: PostgresLoan?
  /// Whether the connection is borrowed now.
  private var isLent = false
  /// The connection to a replica whose rows are being read.
  private var replicaLoan: ReplicaLoan?
  /// How many active calls require the server itself.
  private var serverUses = 0
  /// Whether the server was used since its write position was last known.
  private var hasUsedServer = false
  /// How many active calls keep the connection.
  private var holds = 0

  // Changes by others are observed on the session's current connection; the next one may be
  // different.

  /// The state that was read last.
  private var last: Seen?
  private var version: UInt32 = 0
  /// The connection that was observed last; it is retained so that no other connection can have its
  /// address.
  private var seenConnection: PostgresConnection?
  /// The number of changes that it had observed then, including the session's own.
  private var heard = 0

  private enum Seen: Equatable {
    /// A connection, only compared by identity, and the number of others' changes that it had
    /// observed.
    case server(ObjectIdentifier, changes: Int)
    /// A replica, and the log position that it had replayed.
    case replica(Int, PostgresLogPosition)
  }

  init(_ servers: PostgresServers, name: String, observers: [StatementObservers]) {
    (self.servers, self.name, self.observers) = (servers, name, observers)
  }

  deinit { close() }

  var dialect: SQLDialect { servers.dialect }

  /// The connection, while it is borrowed.
  private var current: PostgresConnection? { isLent ? known : nil }

  /// Borrows the connection for one operation.
  private func borrow() throws(SQLError) -> PostgresConnection {
    hasUsedServer = true
    if let current {
      guard !current.isOpen, holds == 0 else { return current }
      giveBack()
    }
    if let known, let loan, servers.pool.takeAgain(known, loan) {
      noteTaken(known)
      return known
    }
    let connection = try servers.checkOut()
    begin(connection)
    noteTaken(connection)
    return connection
  }

  private func noteTaken(_ connection: PostgresConnection) {
    isLent = true
    noteSeen(connection, isTaken: true)
  }

  /// Begins a loan; it continues each time the same connection is borrowed again before another
  /// session uses it.
  private func begin(_ connection: PostgresConnection) {
    loan?.forget()
    let loan = connection.loan
    (known, self.loan) = (connection, loan)
    loan.holder = self
    connection.reportStatements(to: observers)
  }

  func takeAgain() -> Bool {
    // With replicas, the next read may use one of them instead.
    guard servers.replicas == nil, !isLent, let known, let loan,
      servers.pool.takeAgain(known, loan)
    else { return false }
    hasUsedServer = true
    noteTaken(known)
    return true
  }

  func rest() {
    guard isLent, let known else { return }
    if holds == 0 { giveBack(known) } else { noteUse() }
  }

  /// Returns the connection if nothing is in progress.
  private func giveBackIfFree() {
    guard let current else { return }
    if holds == 0, !current.isInTransaction || !current.isOpen {
      giveBack(current)
    } else {
      noteUse()
    }
  }

  private func giveBack() {
    if let current { giveBack(current) }
  }

  private func giveBack(_ connection: PostgresConnection) {
    noteSeen(connection)
    isLent = false
    servers.checkIn(connection)
    noteUse()
  }

  /// Records how many changes a connection has observed.
  ///
  /// - Parameters:
  ///   - connection: The connection.
  ///   - isTaken: Whether it was just borrowed. If it is a different one than before, or receives
  ///     no notifications, what changed since the last use is unknown.
  private func noteSeen(_ connection: PostgresConnection, isTaken: Bool = false) {
    let heard = connection.heard
    let isCertain = !isTaken || heard.isWhole
    // Usually nothing was observed since.
    if isCertain, connection === seenConnection, heard.changes == self.heard { return }
    noteHeard(connection, heard.changes, isCertain: isCertain)
  }

  @inline(never)
  private func noteHeard(_ connection: PostgresConnection, _ heard: Int, isCertain: Bool) {
    (seenConnection, self.heard) = (connection, heard)
    note(
      .server(ObjectIdentifier(connection), changes: connection.changeCount(without: name)),
      isCertain: isCertain)
  }

  private func note(_ seen: Seen, isCertain: Bool) {
    if let last, last != seen || !isCertain { version &+= 1 }
    last = seen
  }

  /// Records that something was read from the server, and perhaps committed, that a replica may not
  /// have yet.
  @inline(__always)
  private func noteUse() {
    if let replicas = servers.replicas { noteUse(replicas) }
  }

  private func noteUse(_ replicas: ReplicaReads) {
    guard hasUsedServer, current?.isInTransaction != true else { return }
    hasUsedServer = false
    replicas.noteUnknown()
  }

  /// Records the server's write position after it committed the connection's transaction.
  func noteCommit(_ position: PostgresLogPosition?) {
    guard let position, let replicas = servers.replicas else { return }
    replicas.note(position)
    hasUsedServer = false
  }

  /// Returns the connection permanently, even if something is in progress.
  func close() {
    loan?.forget()
    giveBack()
    giveBackLoan()
    (known, loan, seenConnection) = (nil, nil, nil)
  }

  /// Runs `body` with the connection.
  func with<Result>(_ body: (PostgresConnection) throws -> Result) throws -> Result {
    let connection = try borrow()
    holds += 1
    defer {
      holds -= 1
      giveBackIfFree()
    }
    return try body(connection)
  }

  var contentVersion: UInt32 {
    if let current {
      noteSeen(current)
      noteUse()
    }
    return version
  }

  var isInTransaction: Bool { current?.isInTransaction ?? false }

  func prepare(_ text: String) throws(SQLError) -> any PreparedStatement {
    try statement(text)
  }

  private func statement(_ text: String) throws(SQLError) -> PostgresStatement {
    if let statement = replicaStatement(text) { return statement }
    return try serverStatement(text, since: nil)
  }

  func execute(_ text: String) throws(SQLError) {
    let connection = try borrow()
    defer { giveBackIfFree() }
    try connection.execute(text)
  }

  func query(_ text: String, _ values: [SQLValue]) throws(SQLError) -> any PreparedStatement {
    try borrow().query(text, values)
  }

  /// Runs `body` on the server itself, even if replicas are used for other reads.
  func onServer<Result>(_ body: () throws -> Result) rethrows -> Result {
    serverUses += 1
    defer { serverUses -= 1 }
    return try body()
  }

  func rowValues() throws(SQLError) -> (any RowValueFunctions)? { nil }

  func makeRowsStatement(
    like single: String, _ parameters: [Int], _ text: (_ values: [String], _ rows: String) -> String
  ) throws(SQLError) -> (any RowsStatement)? {
    try PostgresRowsStatement(like: single, parameters, text) {
      [unowned self] text throws(SQLError) in
      try self.statement(text)
    }
  }
}

// Statements that run on another server after a failure.

extension PostgresSessionConnection {
  /// Prepares a statement to run on the server itself.
  ///
  /// - Parameters:
  ///   - text: The statement.
  ///   - start: When it was first tried; nil for now.
  /// - Returns: The statement; if it reads and the server goes away, it is retried on another
  ///   connection.
  /// - Throws: `SQLError`.
  private func serverStatement(
    _ text: String, since start: ContinuousClock.Instant?
  ) throws(SQLError) -> PostgresStatement {
    var start = start
    while true {
      let connection = try borrow()
      let isRepeatable =
        servers.takeoverWait != nil && !isInTransaction && StatementCommand(text) == .reading
      do {
        let statement = try connection.statement(text)
        guard isRepeatable else { return statement }
        statement.onFailure = { [weak self] error throws(SQLError) in
          try self?.continueReading(text, since: start ?? .now, error)
        }
        return statement
      } catch {
        // Preparing sends a request too, so the server may fail here already.
        let first = start ?? .now
        guard isRepeatable, leaveServer(after: error, since: first) else {
          giveBackIfFree()
          throw error
        }
        start = first
      }
    }
  }

  /// The statement on another connection, after the server closed the one that should have run it.
  private func continueReading(
    _ text: String, since start: ContinuousClock.Instant, _ error: SQLError
  ) throws(SQLError) -> PostgresStatement? {
    guard leaveServer(after: error, since: start) else { return nil }
    return try serverStatement(text, since: start)
  }

  /// Returns a connection that the server closed, if another server may be used instead.
  private func leaveServer(after error: SQLError, since start: ContinuousClock.Instant) -> Bool {
    guard holds == 0, !isInTransaction, servers.mayReturn(after: error, since: start) else {
      return false
    }
    // The connection may not have detected yet that it was closed.
    current?.isGivenUp = true
    giveBack()
    return true
  }

  /// Prepares a statement to run on a replica; nil if no replica may run it.
  private func replicaStatement(_ text: String) -> PostgresStatement? {
    guard let replicas = servers.replicas, current == nil, serverUses == 0,
      StatementCommand(text) == .reading
    else { return nil }
    if let replicaLoan, !replicas.isFit(replicaLoan) { return nil }
    guard let loan = replicaLoan ?? replicas.checkOut() else { return nil }
    if replicaLoan == nil {
      loan.connection.reportStatements(to: observers)
      loan.connection.onRest = { [weak self] in self?.giveBackLoan() }
      replicaLoan = loan
      seenConnection = nil
      note(.replica(loan.index, loan.position), isCertain: true)
    }
    do {
      let statement = try loan.connection.statement(text)
      statement.onFailure = { [weak self] error throws(SQLError) in
        try self?.continueOnServer(text, error)
      }
      return statement
    } catch {
      leave(loan, error)
      return nil
    }
  }

  /// The statement on the server itself, after a replica failed to run it; an error in the
  /// statement itself is reported by the server too.
  private func continueOnServer(
    _ text: String, _ error: SQLError
  ) throws(SQLError) -> PostgresStatement? {
    guard error.kind != .interrupted, error.kind != .misuse, let loan = replicaLoan else {
      return nil
    }
    leave(loan, error)
    return try serverStatement(text, since: nil)
  }

  private func leave(_ loan: ReplicaLoan, _ error: SQLError) {
    servers.replicas?.noteFailure(loan, error)
    giveBackLoan()
  }

  private func giveBackLoan() {
    guard let loan = replicaLoan else { return }
    replicaLoan = nil
    servers.replicas?.checkIn(loan)
  }
}
