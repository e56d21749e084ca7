import CPostgres
import Foundation
import SQLCore

/// A connection to a PostgreSQL server, with its prepared statements.
///
/// Calls block until the server has answered. The owner must confine the connection to one thread
/// at a time; ``PostgresPool`` lends connections.
package final class PostgresConnection: SQLConnection {
  package var dialect: SQLDialect { .postgres }
  package var settings: PostgresSettings { session.settings }

  let session: PostgresSession
  private var cache: StatementCache
  /// Statements to deallocate when no transaction is active, by their texts; the server keeps them
  /// until then.
  private var evicted: [String: PreparedText] = [:]
  /// The connection's entry in a pool; nil for a connection that does not belong to a pool.
  @exclusivity(unchecked) var place: PoolPlace?
  /// The statement whose rows a task fetches in portions.
  @exclusivity(unchecked) var arriving: PostgresStatement?
  /// The number of statements that the server has described.
  package private(set) var describedStatementCount = 0
  /// The log position after the last transaction, if the transaction was asked to report it.
  package internal(set) var committedPosition: PostgresLogPosition?
  /// If true, the pool discards this connection when it is returned: it is open, but leads to the
  /// wrong server.
  @exclusivity(unchecked) package var isGivenUp = false
  /// The timeline that this connection's server is known to follow, as determined by the
  /// connection's user.
  package var followedTimeline: UInt32?
  /// Whether a client that needs the primary must try another host.
  var isMisled: Bool { session.hasRefusedChanges && settings.seeksPrimary }

  /// Opens a connection; blocks until it is established.
  ///
  /// - Parameter settings: The server to connect to, and how to use the connection.
  /// - Throws: `SQLError` of kind `cannotOpen`, `authenticationFailed`, `tooManyConnections`,
  ///   `notReady`; `misuse` for an address that cannot be parsed.
  package init(_ settings: PostgresSettings) throws(SQLError) {
    session = PostgresSession(try PostgresOpening.open(settings), settings)
    cache = StatementCache(settings.statements)
    guard !settings.hasTransactionPooler else { return }
    let limits = [
      settings.statementTimeout.map { ("statement_timeout", $0) },
      settings.lockTimeout.map { ("lock_timeout", $0) },
    ]
    for case (let name, let limit)? in limits {
      try execute("SET \(name) = \(limit.inMilliseconds)")
    }
  }

  /// Closes the connection now, even if statements of it are still referenced; it must not be in
  /// use.
  package func end() { session.link.end() }

  /// Whether the connection can still be used, as far as is known without asking the server.
  package var isOpen: Bool { session.link.isOpen }

  /// Whether an idle connection is still open, judged by its socket, which is readable if the
  /// server has closed it.
  func looksAlive() -> Bool {
    let link = session.link
    while link.isOpen {
      if link.wait(.reading, milliseconds: 0).isEmpty { return true }
      guard PQconsumeInput(link.handle) == 1 else { return false }
      session.takeNotifications()
    }
    return false
  }

  /// The version of the server, such as 150018 for 15.18.
  package var serverVersion: Int { Int(PQserverVersion(session.link.handle)) }

  /// The process ID of the server's backend.
  package var serverProcess: Int32 { PQbackendPID(session.link.handle) }

  /// Reports each further statement of the loan to `observers`, and to nobody else.
  package func reportStatements(to observers: [StatementObservers]) {
    session.loan.observers = observers
  }

  package var isInTransaction: Bool { session.isInTransaction }

  /// A number that changes after each statement, whether or not others have written, so that cached
  /// values are read again.
  ///
  /// If others announce their changes (``listenForChanges(on:)``), it changes only then.
  package var contentVersion: UInt32 { session.contentVersion }

  /// Always nil: the server cannot call functions of its client.
  package func rowValues() throws(SQLError) -> (any RowValueFunctions)? { nil }

  package func prepare(_ text: String) throws(SQLError) -> any PreparedStatement {
    try statement(text)
  }

  /// Prepares a statement, or returns it from the cache if it was prepared before and is not
  /// running.
  ///
  /// - Parameters:
  ///   - text: The statement.
  ///   - types: The types of the first parameters, if the types that the server infers are not
  ///     wanted: in a comparison with a column, it infers the column's type.
  /// - Returns: The statement, for the sole use of the caller until it is reset.
  /// - Throws: `SQLError` if the server rejects the text.
  package func statement(
    _ text: String, types: [PostgresType] = []
  ) throws(SQLError) -> PostgresStatement {
    if let known = cache.known(PreparedText.key(text, types)) {
      if let statement = known.statement, !statement.isInUse {
        statement.begin()
        return statement
      }
      let statement = PostgresStatement(known.prepared, session)
      statement.begin()
      if known.statement == nil { _ = cache.keep(statement) }
      return statement
    }
    let statement = PostgresStatement(try describe(text, types), session)
    statement.begin()
    // Statements that cannot be prepared, such as savepoints, usually differ in their texts, so
    // caching them has no benefit.
    if statement.prepared.command.isPreparable, let old = cache.keep(statement) {
      evicted[old.key] = old
    }
    forgetEvicted()
    return statement
  }

  private func describe(
    _ text: String, _ types: [PostgresType]
  ) throws(SQLError) -> PreparedText {
    guard !text.utf8.contains(0) else {
      throw PostgresFailure.misuse("The statement contains a NUL character")
    }
    if let known = evicted.removeValue(forKey: PreparedText.key(text, types)) { return known }
    let prepared = PreparedText(text, types: types)
    if prepared.command.isPreparable {
      try session.prepare(prepared)
      describedStatementCount += 1
    }
    return prepared
  }

  /// Begins a loan for a new user, to whom statements of former loans do not matter.
  func beginLoan() {
    session.loan = PostgresLoan()
    cache.forgetStatements()
  }

  /// Whether the next user would find the connection in a clean state, so that there is nothing to
  /// reset.
  @inline(__always)
  var isInOrder: Bool {
    arriving == nil && !session.isStreaming && !session.isInTransaction && isOpen && !isGivenUp
      && !session.hasRefusedChanges
  }

  /// Ends the current loan; statements that its user still holds can no longer be used.
  ///
  /// - Parameter isForGood: Whether the user cannot continue the loan later.
  @inline(__always)
  func endLoan(forGood isForGood: Bool) {
    session.loan.end()
    // If the user continued the loan, its statements in use would conflict with its own new ones.
    if isForGood || session.useCount > 0 { forgetLoan() }
  }

  @inline(never)
  private func forgetLoan() {
    session.loan = PostgresLoan()
    session.useCount = 0
    cache.forgetStatements()
  }

  /// The current loan.
  package var loan: PostgresLoan { session.loan }

  /// Called when no statement is in use any more and no transaction is active, as long as the loan
  /// lasts.
  package var onRest: (() -> Void)? {
    get { session.loan.onRest }
    set { session.loan.onRest = newValue }
  }

  /// The number of changes observed by ``listenForChanges(on:)``, including the connection's own,
  /// and whether it is listening.
  package var heard: (changes: Int, isWhole: Bool) {
    (session.changeCount, session.changeChannel != nil)
  }

  /// The number of changes that others announced since ``listenForChanges(on:)``, on whichever
  /// connection.
  ///
  /// - Parameter payload: The payload of notifications that do not count, such as the session's
  ///   own.
  /// - Returns: The number of changes since the connection began to listen.
  package func changeCount(without payload: String) -> Int {
    session.changeCount - (session.changeCounts[payload] ?? 0)
  }

  private func forgetEvicted() {
    guard !evicted.isEmpty, session.isIdle else { return }
    for prepared in evicted.values { session.deallocate(prepared) }
    evicted.removeAll()
  }

  /// Deallocates all prepared statements, because the tables have changed.
  ///
  /// - Throws: `SQLError`.
  package func forgetStatements() throws(SQLError) {
    cache = StatementCache(settings.statements)
    evicted.removeAll()
    // The prepared statements behind a transaction pooler belong to other clients.
    if session.isNamed { try execute("DEALLOCATE ALL") }
  }

  /// Prepares a text that must contain a single statement, and binds values.
  ///
  /// - Throws: `SQLError` if it contains several statements, or begins or ends a transaction.
  package func singleStatement(
    _ text: String, _ values: [SQLValue]
  ) throws(SQLError) -> any PreparedStatement {
    switch StatementCommand(text) {
    case .begin, .commit, .rollback, .forgetting:
      throw PostgresFailure.misuse("The statement must not begin or end a transaction", text)
    case .query, .reading, .utility: break
    }
    let statement = try statement(text)
    guard statement.prepared.parameterTypes.count == values.count else {
      statement.reset()
      throw PostgresFailure.misuse(
        "The number of values does not match the number of parameters", text)
    }
    for (index, value) in values.enumerated() { statement.parameters.bind(value, index + 1) }
    return statement
  }

  /// Prepares a query of a user, and binds its values; it has to run in a transaction that can only
  /// read.
  ///
  /// - Throws: `SQLError` for a statement that is not a query, and for several statements.
  package func query(
    _ text: String, _ values: [SQLValue]
  ) throws(SQLError) -> any PreparedStatement {
    guard StatementCommand(text).isPreparable else {
      throw PostgresFailure.misuse("The statement is not a SELECT, WITH or VALUES", text)
    }
    return try singleStatement(text, values)
  }

  /// Ends the statement whose rows are still arriving, if any.
  func abandonRows() {
    session.abandonStream()
    arriving?.reset()
    arriving = nil
  }

  package func execute(_ text: String) throws(SQLError) { try session.execute(text) }
}
