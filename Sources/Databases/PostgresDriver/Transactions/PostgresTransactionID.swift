import SQLCore

/// The ID of a transaction, with which its outcome can be queried later.
package struct PostgresTransactionID: Hashable, Sendable {
  package var number: UInt64
  /// Identifies the run of the server: when its statistics were reset, which happens after a crash,
  /// and its timeline.
  ///
  /// After a crash, a server may assign the same ID to another transaction, because it lost the
  /// record of having assigned it. So may a server that takes over, which has a new timeline.
  var statisticsStart: String
}

/// The outcome of a transaction.
package enum PostgresTransactionOutcome: Hashable, Sendable {
  case applied
  case notApplied
  /// It has not ended yet.
  case running
  /// The server does not know it, or no longer: it has crashed since, or is another one.
  case unknown
}

extension PostgresConnection {
  private static let statisticsStart =
    """
    (SELECT coalesce(stats_reset::text, '') || ' ' \
    || substr(pg_walfile_name(pg_current_wal_insert_lsn()), 1, 8) FROM pg_stat_bgwriter)
    """

  /// Sends a notification on a channel, which others receive when the transaction is committed; one
  /// roundtrip.
  ///
  /// - Returns: The ID of the transaction, which is assigned if necessary.
  /// - Throws: `SQLError` of kind `misuse` outside of a transaction; a lost connection is reported
  ///   as such, so that callers can retry on another server.
  package func notifyAtCommit(
    _ channel: String, _ payload: String
  ) throws(SQLError) -> PostgresTransactionID {
    guard isInTransaction else {
      guard isOpen else {
        throw PostgresFailure.lost("The connection was lost during a transaction", nil)
      }
      throw PostgresFailure.misuse("A transaction ID requires a transaction")
    }
    let row =
      try rows(
        "SELECT pg_current_xact_id()::text, \(Self.statisticsStart), pg_notify($1, $2)",
        [.text(channel), .text(payload)]
      ).first ?? []
    guard row.count == 3, let number = row[0].text.flatMap({ UInt64($0) }),
      let start = row[1].text
    else { throw PostgresFailure.misuse("The server did not report the transaction's ID") }
    return PostgresTransactionID(number: number, statisticsStart: start)
  }

  /// Determines the outcome of a transaction, on another connection to the same server, after an
  /// error of kind `outcomeUnknown`.
  ///
  /// After a crash, or if another server has taken over, it may only be possible to know that the
  /// transaction was not applied. Callers that need certainty write a row of their own in the
  /// transaction.
  ///
  /// - Parameters:
  ///   - transaction: Its ID.
  ///   - limit: How long to wait for a transaction that is still running.
  /// - Returns: What the server knows about it.
  /// - Throws: `SQLError` if the server cannot be queried.
  package func outcome(
    of transaction: PostgresTransactionID, waiting limit: Duration = .seconds(10)
  ) throws(SQLError) -> PostgresTransactionOutcome {
    let deadline = ContinuousClock.now + limit
    let start = try rows("SELECT \(Self.statisticsStart)").first?.first?.text
    let isSameRun = start == transaction.statisticsStart
    while true {
      switch try status(of: transaction) {
      // The server never recorded an ID that it has not assigned yet, unless the ID was made up.
      case .future: return isSameRun ? .unknown : .notApplied
      case .known("committed") where isSameRun: return .applied
      case .known("aborted") where isSameRun: return .notApplied
      case .known("in progress") where isSameRun && ContinuousClock.now < deadline:
        session.link.pause(milliseconds: 20)
      case .known("in progress") where isSameRun: return .running
      case .known: return .unknown
      }
    }
  }

  private enum Status {
    case known(String?)
    case future
  }

  private func status(of transaction: PostgresTransactionID) throws(SQLError) -> Status {
    do {
      let rows = try rows("SELECT pg_xact_status($1::text::xid8)", [.text("\(transaction.number)")])
      return .known(rows.first?.first?.text)
    } catch {
      guard error.kind == .invalidValue else { throw error }
      return .future
    }
  }
}
