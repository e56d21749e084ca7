import Foundation
import PostgresDriver
import SQLCore

/// How a session reaches the server: it has a connection of the store's pool while it does something, and none
/// in between.
///
/// So many contexts share few connections, whether or not they live on. What is under way keeps its connection:
/// a transaction, and a result that is not read to its end.
final class PostgresSessionConnection: SQLConnection, RowsWriting {
  /// What its changes are told as, by which it knows them.
  let name: String
  private let pool: PostgresPool
  private let observers: [StatementObservers]
  private var current: PostgresConnection?
  /// The loan of the connection that was had last, by which its statements are used again.
  private var loan: PostgresLoan?
  /// How many calls keep the connection.
  private var holds = 0

  // What others have changed shows on the connection that the session has; the next may be another.

  /// The connection that was had last, which is compared and nothing else, and what it had heard of.
  private var last: (connection: ObjectIdentifier, changes: Int)?
  private var version: UInt32 = 0

  init(_ pool: PostgresPool, name: String, observers: [StatementObservers]) {
    (self.pool, self.name, self.observers) = (pool, name, observers)
  }

  deinit { giveBack() }

  var dialect: SQLDialect { .postgres }

  /// The connection, for one thing to do with it.
  private func borrow() throws(SQLError) -> PostgresConnection {
    if let current {
      guard !current.isOpen, holds == 0 else { return current }
      giveBack()
    }
    let connection = try pool.checkOut(goingOnWith: loan)
    if loan !== connection.loan { begin(connection.loan) }
    connection.reportStatements(to: observers)
    current = connection
    let heard = connection.changeCount(without: name)
    if let last,
      last.connection != ObjectIdentifier(connection) || last.changes != heard
        || !connection.hearsOfChanges
    {
      // On another connection nothing is known of what was changed since.
      version &+= 1
    }
    last = (ObjectIdentifier(connection), heard)
    connection.onRest = onRest
    return connection
  }

  private lazy var onRest: () -> Void = { [weak self] in self?.rest() }

  private func begin(_ loan: PostgresLoan) {
    self.loan?.onWanted = nil
    self.loan = loan
    loan.onWanted = { [weak self, unowned loan] in self?.hasAgain(loan) ?? false }
  }

  /// Whether the connection of a loan could be had again, for a statement that somebody has kept.
  private func hasAgain(_ loan: PostgresLoan) -> Bool {
    guard current == nil, (try? borrow()) != nil else { return false }
    if loan === self.loan { return true }
    rest()
    return false
  }

  /// Gives the connection back if nothing is under way.
  private func rest() {
    guard let current, holds == 0, !current.isInTransaction || !current.isOpen else { return }
    giveBack()
  }

  private func giveBack() {
    guard let connection = current else { return }
    noteChanges(connection)
    current = nil
    pool.checkIn(connection)
  }

  private func noteChanges(_ connection: PostgresConnection) {
    let heard = connection.changeCount(without: name)
    if last?.changes != heard { version &+= 1 }
    last = (ObjectIdentifier(connection), heard)
  }

  /// Gives the connection back for good, whatever is under way.
  func close() { giveBack() }

  /// Does something with the connection.
  func with<Result>(_ body: (PostgresConnection) throws -> Result) throws -> Result {
    let connection = try borrow()
    holds += 1
    defer {
      holds -= 1
      rest()
    }
    return try body(connection)
  }

  var contentVersion: UInt32 {
    if let current { noteChanges(current) }
    return version
  }

  var isInTransaction: Bool { current?.isInTransaction ?? false }

  func prepare(_ text: String) throws(SQLError) -> any PreparedStatement {
    try statement(text)
  }

  private func statement(_ text: String) throws(SQLError) -> PostgresStatement {
    let connection = try borrow()
    do {
      return try connection.statement(text)
    } catch {
      rest()
      throw error
    }
  }

  func execute(_ text: String) throws(SQLError) {
    let connection = try borrow()
    defer { rest() }
    try connection.execute(text)
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
