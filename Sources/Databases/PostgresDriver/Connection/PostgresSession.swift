import CPostgres
import Foundation
import SQLCore

/// State that a connection shares with its statements: the link, and who is using it.
final class PostgresSession {
  let link: PostgresLink
  let settings: PostgresSettings
  /// A counter of how often the server lost its prepared statements; those of earlier generations
  /// no longer exist.
  var generation = 0 { didSet { foreignNames.removeAll() } }
  /// Names of prepared statements that already existed on the server when they were to be prepared.
  var foreignNames: Set<String> = []
  /// A number that changes after every statement, because the server does not report whether others
  /// have written; while listening, it changes only when others announce a change.
  @exclusivity(unchecked) private(set) var contentVersion: UInt32 = 0
  /// The channel on which others announce changes; nil if the connection does not listen.
  var changeChannel: String?
  /// The number of changes announced on the channel, in total and by payload.
  @exclusivity(unchecked) var changeCount = 0
  @exclusivity(unchecked) var changeCounts: [String: Int] = [:]
  /// The current loan of the connection.
  @exclusivity(unchecked) var loan = PostgresLoan()
  /// The number of statements in use.
  @exclusivity(unchecked) var useCount = 0
  /// Whether the current transaction has its own limit for statements.
  var hasTransactionTimeout = false
  /// Whether the server has refused a change, as a replica does.
  var hasRefusedChanges = false
  /// False if the last COMMIT in a script rolled back instead.
  var hasCommitted = true

  /// The statement whose rows are arriving.
  @exclusivity(unchecked) weak var streaming: PostgresStatement?
  @exclusivity(unchecked) var isStreaming = false
  /// The identity of that statement, also while it is being deallocated.
  var streamOwner: ObjectIdentifier?
  /// Whether that statement began outside of a transaction.
  var streamWasIdle = false

  init(_ link: PostgresLink, _ settings: PostgresSettings) {
    self.link = link
    self.settings = settings
  }

  /// Whether statements are prepared under names.
  var isNamed: Bool { if case .named = settings.statements { true } else { false } }

  var isIdle: Bool { link.transactionStatus == PQTRANS_IDLE }

  var isInTransaction: Bool {
    if isStreaming { return !streamWasIdle }
    let status = link.transactionStatus
    return status != PQTRANS_IDLE && status != PQTRANS_UNKNOWN
  }

  /// Makes the link available for another statement.
  ///
  /// - Throws: `SQLError` of kind `connectionLost`.
  func claim(_ statement: String?) throws(SQLError) {
    guard isStreaming || !link.isOpen else { return }
    try clear(for: statement)
  }

  /// The same for a prepared statement, whose text is accessed only if needed.
  private func claim(_ prepared: PreparedText) throws(SQLError) {
    guard isStreaming || !link.isOpen else { return }
    try clear(for: prepared.text)
  }

  @inline(never)
  private func clear(for statement: String?) throws(SQLError) {
    if isStreaming {
      if let streaming { streaming.bufferRest() } else { abandonStream() }
    }
    guard link.isOpen else {
      throw PostgresFailure.lost("The connection to the server is closed", statement)
    }
  }

  /// Runs a statement with its parameters.
  ///
  /// - Returns: Its result, or the first of several that the statement fetches one by one.
  /// - Throws: `SQLError`.
  func run(_ statement: PostgresStatement) throws(SQLError) -> OpaquePointer {
    let prepared = statement.prepared
    try claim(prepared)
    let wasIdle = isIdle
    do {
      let result = try attempt(statement, prepared, wasIdle: wasIdle, byName: isNamed)
      if prepared.command == .begin { try setLimits(result) }
      return result
    } catch {
      return try attempt(statement, prepared, after: error, wasIdle: wasIdle)
    }
  }

  /// Runs a text again after a failure that was caused by how it was prepared.
  @inline(never)
  private func attempt(
    _ statement: PostgresStatement, _ prepared: PreparedText, after error: SQLError, wasIdle: Bool
  ) throws(SQLError) -> OpaquePointer {
    // Within a transaction, the failure has aborted the transaction.
    guard noteWhatIsPrepared(error, prepared), wasIdle, link.isOpen else { throw error }
    // Parsed and run in one message sequence, which even a pooler sends to a single server.
    return try attempt(statement, prepared, wasIdle: true, byName: false)
  }

  /// Sets the limits of a transaction behind a pooler, where the connection cannot keep them.
  private func setLimits(_ result: OpaquePointer) throws(SQLError) {
    guard let limits = withLimits(PostgresTransactionOptions()).limits else { return }
    do {
      try execute(limits)
    } catch {
      PQclear(result)
      throw error
    }
  }

  /// Records what a failure shows about the server's prepared statements.
  ///
  /// - Returns: Whether a statement failed only because the server no longer had it, already had
  ///   one with its name, or had a plan that no longer fits the tables.
  func noteWhatIsPrepared(_ error: SQLError, _ prepared: PreparedText) -> Bool {
    guard isNamed, prepared.command.isPreparable else { return false }
    switch error.details?.state {
    // The other prepared statements are probably gone too.
    case "26000": generation += 1
    case "42P05": prepared.generation = generation
    case "0A000":
      prepared.isStale = true
      prepared.isDescribed = false
    default: return false
    }
    return true
  }

  /// Runs a text, the statement's own or one that replaces it, with the parameters of a statement.
  func attempt(
    _ statement: PostgresStatement, _ prepared: PreparedText, wasIdle: Bool, byName: Bool
  ) throws(SQLError) -> OpaquePointer {
    let byName = try makeReady(prepared, byName: byName)
    var isSent = send(statement, prepared, byName: byName)
    if isSent, let count = statement.rowsAtOnce {
      _ = openswiftdata_stream_rows(link.handle, Int32(clamping: max(1, count)))
    }
    if isSent { isSent = link.flush() }
    let first = link.nextResult()
    // Usually all rows are there, and there is nothing else to check.
    if let first, PQresultStatus(first) == PGRES_TUPLES_OK {
      endRun()
      return first
    }
    if let first, Self.isPart(first) {
      beginStream(of: statement, wasIdle: wasIdle)
      return first
    }
    return try complete(first, prepared, wasIdle: wasIdle)
  }

  /// Records that a statement is no longer used.
  func endUse() {
    useCount -= 1
    guard useCount == 0, !isInTransaction else { return }
    if let holder = loan.holder { holder.rest() } else { loan.onRest?() }
  }

  @inline(never)
  private func beginStream(of statement: PostgresStatement, wasIdle: Bool) {
    isStreaming = true
    streaming = statement
    streamOwner = ObjectIdentifier(statement)
    streamWasIdle = wasIdle
  }

  /// Whether a result is one of several with rows of the same statement.
  static func isPart(_ result: OpaquePointer) -> Bool {
    switch PQresultStatus(result) {
    case PGRES_TUPLES_OK, PGRES_COMMAND_OK, PGRES_FATAL_ERROR: false
    case PGRES_SINGLE_TUPLE: true
    // Chunks of rows, which libpq supports since version 17.
    default: PQresultStatus(result).rawValue == 12
    }
  }

  @inline(__always)
  private func send(
    _ statement: PostgresStatement, _ prepared: PreparedText, byName: Bool
  ) -> Bool {
    guard byName else { return send(statement, prepared) }
    return statement.bound.send(
      on: link, prepared: prepared.nameBytes, format: prepared.isBinary ? 1 : 0)
  }

  @inline(never)
  private func send(_ statement: PostgresStatement, _ prepared: PreparedText) -> Bool {
    statement.bound.send(
      on: link, text: prepared.serverText, types: prepared.parameterTypes,
      format: prepared.isBinary ? 1 : 0)
  }

  /// Reads the rest of a statement's results, so that the link is free.
  @inline(__always)
  private func endRun() {
    link.drain()
    didRun()
  }

  /// Reads the rest of a statement's results and checks the first one.
  ///
  /// - Returns: The result, if it is not a failure.
  private func complete(
    _ first: OpaquePointer?, _ prepared: PreparedText, wasIdle: Bool
  ) throws(SQLError) -> OpaquePointer {
    let status = first.map { PQresultStatus($0) } ?? PGRES_FATAL_ERROR
    let isCopy = status == PGRES_COPY_IN || status == PGRES_COPY_OUT || status == PGRES_COPY_BOTH
    if isCopy { link.endCopy(status) }
    endRun()
    guard !isCopy, status != PGRES_FATAL_ERROR, status != PGRES_BAD_RESPONSE, let first else {
      defer { PQclear(first) }
      if isCopy { throw Self.noCopying(prepared.text) }
      throw failure(of: first, prepared.text, prepared.command, wasIdle: wasIdle)
    }
    switch prepared.command {
    case .commit where strcmp(PQcmdStatus(first), "ROLLBACK") == 0:
      PQclear(first)
      throw Self.hadFailed
    case .forgetting: generation += 1
    default: break
    }
    return first
  }

  static func noCopying(_ text: String) -> SQLError {
    SQLError(
      kind: .unsupported, code: 0,
      message: "COPY FROM STDIN and COPY TO STDOUT are not supported", statement: text,
      details: SQLErrorDetails(state: ""))
  }

  /// Records that a statement has run.
  @inline(__always)
  func didRun() {
    if changeChannel == nil { contentVersion &+= 1 }
    if hasTransactionTimeout, !isInTransaction { hasTransactionTimeout = false }
    takeNotifications()
  }

  /// Counts the changes that were announced by the notifications that have arrived.
  ///
  /// - Returns: The number of notifications.
  @inline(__always)
  @discardableResult
  func takeNotifications() -> Int {
    var count = 0
    while let notification = PQnotifies(link.handle) {
      count += 1
      take(notification)
    }
    return count
  }

  @inline(never)
  private func take(_ notification: UnsafeMutablePointer<PGnotify>) {
    defer { PQfreemem(notification) }
    let channel = notification.pointee.relname.map { String(cString: $0) } ?? ""
    guard channel == changeChannel else { return }
    changeCount += 1
    // After this, the session's own earlier changes count as changes of others.
    if changeCounts.count > 4096 { changeCounts.removeAll(keepingCapacity: true) }
    let payload = notification.pointee.extra.map { String(cString: $0) } ?? ""
    changeCounts[payload, default: 0] += 1
    // The connection's own changes do not change `contentVersion`, because its user knows them.
    if notification.pointee.be_pid != PQbackendPID(link.handle) { contentVersion &+= 1 }
  }
}
