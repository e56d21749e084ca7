import CPostgres
import Foundation
import SQLCore

/// One connection to a PostgreSQL server, with its prepared statements.
///
/// Its calls block until the server has answered. Whoever owns it confines it to one thread at a time;
/// ``PostgresPool`` has connections for tasks, on threads of their own.
package final class PostgresConnection: SQLConnection {
  package var dialect: SQLDialect { .postgres }
  package var settings: PostgresSettings { session.settings }

  let session: PostgresSession
  private var cache: StatementCache
  /// Statements that are to be forgotten when no transaction runs, by their texts; until then the server has them.
  private var evicted: [String: PreparedText] = [:]
  /// Its place in a pool; nil for a connection that is none's.
  @exclusivity(unchecked) var place: PoolPlace?
  /// The statement whose rows a task asks for in portions.
  @exclusivity(unchecked) var arriving: PostgresStatement?
  /// How often the server has described a statement.
  package private(set) var describedStatementCount = 0
  /// The place in the log behind the last transaction, where that was to tell it.
  package internal(set) var committedPosition: PostgresLogPosition?
  /// Whether nobody is to have the connection any more after whoever has it now, though it stands: it leads to
  /// another server than it should.
  @exclusivity(unchecked) package var isGivenUp = false
  /// The timeline of the server that the one here is known to follow, as whoever uses the connection found out.
  package var followedTimeline: UInt32?
  /// Whether whoever looks for a server that can be written to has to look for another.
  var isMisled: Bool { session.hasRefusedChanges && settings.seeksPrimary }

  /// Connects; blocks until it is done.
  ///
  /// - Parameters:
  ///   - settings: Where to, and how to use the connection.
  ///   - onNotice: Who is told what the server says beside its answers, on the thread that uses the
  ///     connection; nobody where nil.
  /// - Throws: `SQLError` of kind `cannotOpen`, `authenticationFailed`, `tooManyConnections`,
  ///   `notReady`; `misuse` for an address that cannot be read.
  package init(
    _ settings: PostgresSettings, onNotice: ((PostgresNotice) -> Void)? = nil
  ) throws(SQLError) {
    let link = try PostgresOpening.open(settings, onNotice: onNotice)
    session = PostgresSession(link, settings)
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

  /// Closes the connection now, whoever still holds statements of it; nobody may be using it.
  package func end() { session.link.end() }

  /// Whether the connection can still be used, as far as is known without asking the server.
  package var isOpen: Bool { session.link.isOpen }

  /// Whether an idle connection stands, as far as its socket tells: one that the server has ended can be
  /// read from.
  package func looksAlive() -> Bool {
    let link = session.link
    while link.isOpen {
      if link.wait(.reading, milliseconds: 0).isEmpty { return true }
      guard PQconsumeInput(link.handle) == 1 else { return false }
      session.takeNotifications()
    }
    return false
  }

  /// Who is told what the server says beside its answers.
  package var onNotice: ((PostgresNotice) -> Void)? {
    get { session.link.onNotice }
    set { session.link.onNotice = newValue }
  }

  /// The version of the server, such as 150018 for 15.18.
  package var serverVersion: Int { Int(PQserverVersion(session.link.handle)) }

  /// The number of the server's process.
  package var serverProcess: Int32 { PQbackendPID(session.link.handle) }

  /// By which any thread ends what the connection does.
  package var canceller: PostgresCanceller { session.canceller }

  /// Has statements run again after ``PostgresCanceller/cancel()``.
  package func resume() {
    if session.canceller.isCancelled { session.canceller.resume() }
  }

  /// Reports each statement of the loan from now on to `observers`, and to nobody else.
  package func reportStatements(to observers: [StatementObservers]) {
    session.loan.observers = observers
  }

  package var isInTransaction: Bool { session.isInTransaction }

  /// Another number after each statement, whether or not others have written, unless they say so
  /// (``listenForChanges(on:)``): who relies on the number reads again.
  package var contentVersion: UInt32 { session.contentVersion }

  /// Nil: the server cannot call its client.
  package func rowValues() throws(SQLError) -> (any RowValueFunctions)? { nil }

  package func prepare(_ text: String) throws(SQLError) -> any PreparedStatement {
    try statement(text)
  }

  /// The statement prepared, from the cache when it was prepared before and is not running.
  ///
  /// - Parameters:
  ///   - text: The statement.
  ///   - types: The types of its first parameters, where they are not to be those that the server finds
  ///     out: a comparison with a column takes no values but the column's otherwise.
  /// - Returns: The statement, for the sole use of the caller until it is reset.
  /// - Throws: `SQLError` of what the server finds wrong with the text.
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
    // Each of the others has another text, such as the name of a savepoint; nothing is gained by it.
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
      throw PostgresFailure.misuse("The statement has the character NUL")
    }
    if let known = evicted.removeValue(forKey: PreparedText.key(text, types)) { return known }
    let prepared = PreparedText(text, types: types)
    if prepared.command.isPreparable {
      try session.prepare(prepared)
      describedStatementCount += 1
    }
    return prepared
  }

  /// Lends out the connection to somebody to whom statements of former loans are nothing.
  func beginLoan() {
    session.loan = PostgresLoan()
    cache.forgetStatements()
  }

  /// Whether whoever is lent the connection next finds it as the last did, so that there is nothing to put right.
  @inline(__always)
  var isInOrder: Bool {
    arriving == nil && !session.isStreaming && !session.isInTransaction && isOpen && !isGivenUp
      && !session.hasRefusedChanges && !session.canceller.isCancelled
  }

  /// Ends the loan of the connection to whoever has it: statements that he still holds are of no use to him.
  ///
  /// - Parameter isForGood: Whether he cannot go on with it.
  @inline(__always)
  func endLoan(forGood isForGood: Bool) {
    session.loan.end()
    // He may come back to statements in use at any time, and would find them used by himself.
    if isForGood || session.useCount > 0 { forgetLoan() }
  }

  @inline(never)
  private func forgetLoan() {
    session.loan = PostgresLoan()
    session.useCount = 0
    cache.forgetStatements()
  }

  /// The loan that lasts.
  package var loan: PostgresLoan { session.loan }

  /// Who is told when no statement is in use any more and no transaction goes on, for as long as the loan lasts.
  package var onRest: (() -> Void)? {
    get { session.loan.onRest }
    set { session.loan.onRest = newValue }
  }

  /// How many changes were told of, own ones as well, by ``listenForChanges(on:)``, and whether others tell of theirs.
  package var heard: (changes: Int, isWhole: Bool) {
    (session.changeCount, session.changeChannel != nil)
  }

  /// How many changes others have told of by ``listenForChanges(on:)``, whichever connection they came from.
  ///
  /// - Parameter payload: What those say that do not count, as own ones.
  /// - Returns: How many since it began to listen.
  package func changeCount(without payload: String) -> Int {
    session.changeCount - (session.changeCounts[payload] ?? 0)
  }

  private func forgetEvicted() {
    guard !evicted.isEmpty, session.isIdle else { return }
    for prepared in evicted.values { session.deallocate(prepared) }
    evicted.removeAll()
  }

  /// Forgets what was prepared, since it was for tables that are others now.
  ///
  /// - Throws: `SQLError`.
  package func forgetStatements() throws(SQLError) {
    cache = StatementCache(settings.statements)
    evicted.removeAll()
    // Those behind a pooler of transactions are others'.
    if session.isNamed { try execute("DEALLOCATE ALL") }
  }

  /// A text that is to hold one statement, with its values.
  ///
  /// - Throws: `SQLError` for several statements, and for what begins or ends transactions.
  package func singleStatement(
    _ text: String, _ values: [SQLValue]
  ) throws(SQLError) -> any PreparedStatement {
    switch StatementCommand(text) {
    case .begin, .commit, .rollback, .forgetting:
      throw PostgresFailure.misuse(
        "The transaction is not the statement's to begin or to end", text)
    case .query, .reading, .utility: break
    }
    let statement = try statement(text)
    guard statement.prepared.parameterTypes.count == values.count else {
      statement.reset()
      throw PostgresFailure.misuse("There are not as many values as parameters", text)
    }
    for (index, value) in values.enumerated() { statement.parameters.bind(value, index + 1) }
    return statement
  }

  /// Ends the statement whose rows are still arriving, if there is one.
  package func abandonRows() {
    session.abandonStream()
    arriving?.reset()
    arriving = nil
  }

  /// Who is told what others say by NOTIFY, on the thread that uses the connection, after the statement
  /// during which it arrived.
  package var onNotification: ((PostgresNotification) -> Void)? {
    get { session.onNotification }
    set { session.onNotification = newValue }
  }

  package func execute(_ text: String) throws(SQLError) { try session.execute(text) }
}
