import Foundation
import PostgresDriver
import SQLCore

/// How a session reaches the server: it has a connection of the store's pool while it does something, and none
/// in between.
///
/// So many contexts share few connections, whether or not they live on. What is under way keeps its connection:
/// a transaction, and a result that is not read to its end.
final class PostgresSessionConnection: SQLConnection, RowsWriting, LoanHolder {
  /// What its changes are told as, by which it knows them.
  let name: String
  private let servers: PostgresServers
  private let observers: [StatementObservers]
  /// The connection that was had last, which somebody else may have by now.
  private var known: PostgresConnection?
  /// The loan of that connection, by which its statements are used again.
  private var loan: PostgresLoan?
  /// Whether it is had.
  private var isLent = false
  /// The connection to a replica whose rows are being read.
  private var replicaLoan: ReplicaLoan?
  /// How many calls want the server itself.
  private var serverUses = 0
  /// Whether the server was used since it was last known how far it had written.
  private var hasUsedServer = false
  /// How many calls keep the connection.
  private var holds = 0

  // What others have changed shows on the connection that the session has; the next may be another.

  /// What was read last.
  private var last: Seen?
  private var version: UInt32 = 0
  /// The connection that was seen last, which is held so that no other has its address.
  private var seenConnection: PostgresConnection?
  /// Of how many changes it had heard then, own ones as well.
  private var heard = 0

  private enum Seen: Equatable {
    /// On a connection, which is compared and nothing else, and of how many changes of others it had heard.
    case server(ObjectIdentifier, changes: Int)
    /// On a replica that had come to a place.
    case replica(Int, PostgresLogPosition)
  }

  init(_ servers: PostgresServers, name: String, observers: [StatementObservers]) {
    (self.servers, self.name, self.observers) = (servers, name, observers)
  }

  deinit { close() }

  var dialect: SQLDialect { servers.dialect }

  /// The connection, while it is had.
  private var current: PostgresConnection? { isLent ? known : nil }

  /// The connection, for one thing to do with it.
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

  /// Begins a loan, which goes on each time the same connection is had again before anybody else has it.
  private func begin(_ connection: PostgresConnection) {
    loan?.forget()
    let loan = connection.loan
    (known, self.loan) = (connection, loan)
    loan.holder = self
    connection.reportStatements(to: observers)
  }

  func takeAgain() -> Bool {
    // A replica may be read instead now.
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

  /// Gives the connection back if nothing is under way.
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

  /// Takes note of what a connection has heard of.
  ///
  /// - Parameters:
  ///   - connection: The connection.
  ///   - isTaken: Whether it was just taken: on another than the last, and on one that hears of nothing, it is not
  ///     known what was changed since.
  private func noteSeen(_ connection: PostgresConnection, isTaken: Bool = false) {
    let heard = connection.heard
    let isCertain = !isTaken || heard.isWhole
    // Mostly nothing was heard of since.
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

  /// Takes note that something was seen of the server, and perhaps committed, that a replica may not have yet.
  @inline(__always)
  private func noteUse() {
    if let replicas = servers.replicas { noteUse(replicas) }
  }

  private func noteUse(_ replicas: ReplicaReads) {
    guard hasUsedServer, current?.isInTransaction != true else { return }
    hasUsedServer = false
    replicas.noteUnknown()
  }

  /// Takes note of how far the server had written when it committed what was done on the connection.
  func noteCommit(_ position: PostgresLogPosition?) {
    guard let position, let replicas = servers.replicas else { return }
    replicas.note(position)
    hasUsedServer = false
  }

  /// Gives the connection back for good, whatever is under way.
  func close() {
    loan?.forget()
    giveBack()
    giveBackLoan()
    (known, loan, seenConnection) = (nil, nil, nil)
  }

  /// Does something with the connection.
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

  /// Does something with the server itself, where others may be read by replicas.
  func onServer<Result>(_ body: () throws -> Result) rethrows -> Result {
    serverUses += 1
    defer { serverUses -= 1 }
    return try body()
  }

  func rowValues() throws(SQLError) -> (any RowValueFunctions)? { nil }

  func makeRowsStatement(
    like single: String, _ parameters: [Int], _ text: (_ values: [String], _ rows: String) -> String
  ) throws(SQLError) -> (any RowsStatement)? {
    let like = try statement(single)
    defer { like.reset() }
    return PostgresRowsStatement(like: like, parameters, text) {
      [unowned self] text throws(SQLError) in
      try self.statement(text)
    }
  }
}

// Statements that are run elsewhere where a server fails.

extension PostgresSessionConnection {
  /// A statement that the server itself is to run.
  ///
  /// - Parameters:
  ///   - text: The statement.
  ///   - start: When it was first tried; nil for now.
  /// - Returns: The statement, which is tried again on another connection where it is to read and the server ends.
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
        // Preparing asks the server, too, which may have ended by then.
        let first = start ?? .now
        guard isRepeatable, leaveServer(after: error, since: first) else {
          giveBackIfFree()
          throw error
        }
        start = first
      }
    }
  }

  /// The statement on another connection, after the server has ended the one that was to read.
  private func continueReading(
    _ text: String, since start: ContinuousClock.Instant, _ error: SQLError
  ) throws(SQLError) -> PostgresStatement? {
    guard leaveServer(after: error, since: start) else { return nil }
    return try serverStatement(text, since: start)
  }

  /// Gives back a connection that the server has ended, where another may be read from instead.
  private func leaveServer(after error: SQLError, since start: ContinuousClock.Instant) -> Bool {
    guard holds == 0, !isInTransaction, servers.mayReturn(after: error, since: start) else {
      return false
    }
    // It may not be known yet that the connection was ended.
    current?.isGivenUp = true
    giveBack()
    return true
  }

  /// A statement that a replica is to run; nil where none may.
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

  /// The statement on the server itself, after a replica has failed with it; what is wrong with the statement the
  /// server says, too.
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
