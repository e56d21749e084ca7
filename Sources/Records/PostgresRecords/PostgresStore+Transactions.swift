import Foundation
import Locks
import PostgresDriver
import PostgresFormat
import RecordStore
import SQLCore

// Retries and outcomes of transactions, when a server is lost or other transactions conflict.

extension PostgresStore {
  func writing(
    on connection: PostgresConnection, as name: String, _ attempt: WriteAttempt,
    before others: () throws -> Void, _ body: (ExternalChanges?) throws -> Void
  ) throws {
    // All reads see one snapshot. If another transaction has since changed the rows that this one
    // changes, the server reports a serialization failure.
    var kind = PostgresTransactionOptions(
      attempt.isolation == .serializable ? .serializable : .repeatableRead)
    // A migration of the store waits for writers, and writers wait for a migration.
    if options.tables == nil { kind.lockedTable = options.name(of: .store) }
    // Transactions that conflicted repeatedly run one after the other, and compete only with new
    // ones. One that new ones make fail again and again writes alone. Only a store with its own
    // tables locks one of them; see `inTurn`.
    if attempt.conflicts >= Self.freeAttempts { kind.tableLock = .inTurn }
    if attempt.conflicts >= Self.sharedAttempts { kind.tableLock = .alone }
    kind.tellsPosition = servers.replicas != nil
    var transaction: PostgresTransactionID?
    do {
      try inTurn(attempt, on: connection) {
        try connection.transaction(kind) {
          // Foreign keys are checked at the end, if they are deferrable.
          if options.tables != nil { try connection.execute("SET CONSTRAINTS ALL DEFERRED") }
          try body(nil)
          try others()
          try checkServersWritten(connection)
          transaction = try connection.notifyAtCommit(options.channel, name)
        }
      }
    } catch let error as SQLError where error.kind == .readOnly && isMisled(connection) {
      // Another connection may succeed; the pool provides one for the next attempt.
      throw SQLError(
        kind: .notReady, code: error.code, message: error.message, statement: error.statement)
    } catch let error as SQLError where error.kind == .outcomeUnknown {
      guard let transaction else { throw error }
      switch lookAfter(transaction, name) {
      case .applied: return
      case .notApplied:
        // Other servers commit before this one does, and their outcome is not reported.
        guard !hasShardServers else { throw error }
        // The transaction is retried.
        throw SQLError(
          kind: .connectionLost, code: error.code, message: error.message, statement: "COMMIT")
      case .running, .unknown: throw error
      }
    }
  }

  /// Runs a transaction; if it uses other programs' tables and conflicted repeatedly, after all
  /// others that did.
  private func inTurn(
    _ attempt: WriteAttempt, on connection: PostgresConnection, _ transaction: () throws -> Void
  ) throws {
    guard let tables = options.tables, attempt.conflicts >= Self.freeAttempts else {
      return try transaction()
    }
    try tables.takingTurns(on: connection, transaction)
  }

  /// Whether a connection that refuses changes leads to a replica, or to one of several servers of
  /// which another accepts them.
  private func isMisled(_ connection: PostgresConnection) -> Bool {
    guard connection.isOpen, !connection.isInTransaction else { return false }
    if options.hasSeveralServers { return true }
    return (try? connection.rows("SELECT pg_is_in_recovery()")) == [[.bool(true)]]
  }

  /// Determines the outcome of a transaction whose COMMIT was not answered.
  private func lookAfter(
    _ transaction: PostgresTransactionID, _ name: String
  ) -> PostgresTransactionOutcome {
    let deadline = ContinuousClock.now + (servers.takeoverWait ?? .zero)
    var attempt = 0
    var last = PostgresTransactionOutcome.unknown
    repeat {
      attempt += 1
      if let outcome = try? outcome(of: transaction, name) {
        last = outcome
        // The transaction may be waiting for a synchronous replica.
        guard outcome == .running, servers.takeoverWait != nil else { return outcome }
      }
      Thread.sleep(forTimeInterval: min(1, Double(attempt) * 0.05))
    } while attempt < Self.attemptLimit || ContinuousClock.now < deadline
    return last
  }

  private func outcome(
    of transaction: PostgresTransactionID, _ name: String
  ) throws -> PostgresTransactionOutcome {
    let connection = try options.connect()
    let known = try connection.outcome(of: transaction)
    if known == .unknown, historyLayout != nil, !name.isEmpty {
      // After a crash the server has aborted running transactions and has forgotten their IDs, but
      // the history is written in the same transaction. A save without an entry in the history can
      // safely be repeated.
      let rows = try connection.rows(
        """
        SELECT 1 FROM \(options.name(of: .transactions)) \
        WHERE number IN \(PostgresHistoryNumbers.all(of: "$1::bigint", in: options.schema)) AND session = $2
        """, [.integer(Int64(clamping: transaction.number)), .text(name)])
      if rows.isEmpty { return .notApplied }
    } else if known != .applied {
      return known
    }
    // A server that was ended while it waited for its replicas has the transaction, but they may
    // not. This write is answered only after the replicas have received everything written before.
    if options.hasSeveralServers {
      _ = try connection.rows("SELECT pg_logical_emit_message(true, 'openswiftdata', '')")
    }
    return .applied
  }

  /// How often a transaction is tried at most.
  private static let attemptLimit = 20
  /// How often a transaction is tried before it takes turns with others that conflicted.
  private static let freeAttempts = 2
  /// How often a transaction is tried before all others wait for it.
  private static let sharedAttempts = 8
  /// How often a transaction is tried at most after a constraint violation, which others may have
  /// caused by changing its rows.
  private static let constraintAttemptLimit = 3

  package func shouldRepeat(
    after error: SQLError, attempt: Int, since start: ContinuousClock.Instant
  ) -> Bool {
    switch error.kind {
    // A prepared statement was missing or existed already; the connection has recorded that.
    case .serializationFailure, .deadlock, .statementIsGone:
      guard attempt < Self.attemptLimit else { return false }
    case .foreignKeyViolation, .uniqueViolation:
      guard attempt < Self.constraintAttemptLimit else { return false }
    case .connectionLost, .shutdown, .notReady:
      // Nothing was written; the server may be back soon, or another may take over.
      let isInTime = servers.takeoverWait.map { ContinuousClock.now - start < $0 } ?? false
      guard attempt < Self.attemptLimit || isInTime else { return false }
    case .cannotOpen where attempt > 1 && servers.takeoverWait == nil:
      guard attempt < Self.attemptLimit else { return false }
    default: return false
    }
    repetitions.withLock { $0.note(error.kind) }
    // A random delay, so that conflicting transactions do not meet again at the same moment.
    let longest = min(1 << min(attempt, 8), 200)
    Thread.sleep(forTimeInterval: Double.random(in: 0...Double(longest)) / 1000)
    return true
  }
}
