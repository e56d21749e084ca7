import Foundation
import Locks
import PostgresDriver
import PostgresFormat
import RecordStore
import SQLCore

// What becomes of a transaction where a server is lost, or others are in the way.

extension PostgresStore {
  func writing(
    on connection: PostgresConnection, as name: String, before others: () throws -> Void,
    _ body: (ExternalChanges?) throws -> Void
  ) throws {
    // All that is read is of one moment; where another transaction has changed since what this one changes,
    // the server refuses it.
    var kind = PostgresTransactionOptions(.repeatableRead)
    // Whoever migrates the store waits for those who write, and these for him.
    if options.tables == nil { kind.sharedTable = options.name(of: .store) }
    kind.tellsPosition = servers.replicas != nil
    var transaction: PostgresTransactionID?
    do {
      try connection.transaction(kind) {
        // Foreign keys are checked when all is written, where they can be.
        if options.tables != nil { try connection.execute("SET CONSTRAINTS ALL DEFERRED") }
        try body(nil)
        try others()
        try checkServersWritten(connection)
        transaction = try connection.notifyAtCommit(options.channel, name)
      }
    } catch let error as SQLError where error.kind == .readOnly && isMisled(connection) {
      // Of another connection more is to be hoped, which the pool has next.
      throw SQLError(
        kind: .notReady, code: error.code, message: error.message, statement: error.statement)
    } catch let error as SQLError where error.kind == .outcomeUnknown {
      guard let transaction else { throw error }
      switch lookAfter(transaction, name) {
      case .applied: return
      case .notApplied:
        // Other servers commit before this one does, and tell nobody about it.
        guard !hasShardServers else { throw error }
        // So it is done again.
        throw SQLError(
          kind: .connectionLost, code: error.code, message: error.message, statement: "COMMIT")
      case .running, .unknown: throw error
      }
    }
  }

  /// Whether a connection that takes no changes leads to a server that is a replica, or is one of several of which
  /// another takes them.
  private func isMisled(_ connection: PostgresConnection) -> Bool {
    guard connection.isOpen, !connection.isInTransaction else { return false }
    if options.hasSeveralServers { return true }
    return (try? connection.rows("SELECT pg_is_in_recovery()")) == [[.bool(true)]]
  }

  /// What became of a transaction whose COMMIT nobody answered.
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
        // It may wait for a replica that has to have it first.
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
      // After a crash the server has given up what was under way, and knows nothing of what it has told; the history
      // was written in the same transaction. A save that has none there changes nothing when it is done again.
      let rows = try connection.rows(
        """
        SELECT 1 FROM \(options.name(of: .transactions)) \
        WHERE number IN \(PostgresHistoryNumbers.all(of: "$1::bigint", in: options.schema)) AND session = $2
        """, [.integer(Int64(clamping: transaction.number)), .text(name)])
      if rows.isEmpty { return .notApplied }
    } else if known != .applied {
      return known
    }
    // A server that was ended while it waited for its replicas has the transaction, and these may not: what is written
    // now is not answered before they have all that was written before.
    if options.hasSeveralServers {
      _ = try connection.rows("SELECT pg_logical_emit_message(true, 'openswiftdata', '')")
    }
    return .applied
  }

  /// How often a transaction is tried at most.
  private static let attemptLimit = 20
  /// How often where a constraint was in the way, which others may have changed its rows for.
  private static let constraintAttemptLimit = 3

  package func shouldRepeat(
    after error: SQLError, attempt: Int, since start: ContinuousClock.Instant
  ) -> Bool {
    switch error.kind {
    // What was prepared was gone, or there already; the connection knows it now.
    case .serializationFailure, .deadlock, .statementIsGone:
      guard attempt < Self.attemptLimit else { return false }
    case .foreignKeyViolation, .uniqueViolation:
      guard attempt < Self.constraintAttemptLimit else { return false }
    case .connectionLost, .shutdown, .notReady:
      // Nothing of it was written; the server may be back soon, or another take over.
      let isInTime = servers.takeoverWait.map { ContinuousClock.now - start < $0 } ?? false
      guard attempt < Self.attemptLimit || isInTime else { return false }
    case .cannotOpen where attempt > 1 && servers.takeoverWait == nil:
      guard attempt < Self.attemptLimit else { return false }
    default: return false
    }
    repetitions.withLock { $0.note(error.kind) }
    // Those who were in each other's way do not meet again at the same moment.
    let longest = min(1 << min(attempt, 8), 200)
    Thread.sleep(forTimeInterval: Double.random(in: 0...Double(longest)) / 1000)
    return true
  }
}
