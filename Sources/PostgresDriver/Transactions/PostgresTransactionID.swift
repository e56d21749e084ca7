import SQLCore

/// The number of a transaction, by which the server tells afterwards what became of it.
package struct PostgresTransactionID: Hashable, Sendable {
  package var number: UInt64
  /// When the server began to count what it does, which it does anew after a crash.
  ///
  /// A crash may take with it that the number was given away, and it is given to another then; so may a server that
  /// takes over, which has a timeline of its own.
  var statisticsStart: String
}

/// What became of a transaction.
package enum PostgresTransactionOutcome: Hashable, Sendable {
  case applied
  case notApplied
  /// It has not ended yet.
  case running
  /// The server does not know it, or no longer; it has crashed since, or is another.
  case unknown
}

extension PostgresConnection {
  private static let statisticsStart =
    """
    (SELECT coalesce(stats_reset::text, '') || ' ' \
    || substr(pg_walfile_name(pg_current_wal_insert_lsn()), 1, 8) FROM pg_stat_bgwriter)
    """

  /// A connection that was lost meanwhile is told as such, so that whoever can begins anew at another server.
  private func requireTransaction() throws(SQLError) {
    guard !isInTransaction else { return }
    guard isOpen else {
      throw PostgresFailure.lost("The connection was lost within a transaction", nil)
    }
    throw PostgresFailure.misuse("There is no transaction whose number could be told")
  }

  /// The number of the transaction that is under way, which gets one by that; one roundtrip.
  ///
  /// - Throws: `SQLError` of kind `misuse` outside of a transaction.
  package func transactionID() throws(SQLError) -> PostgresTransactionID {
    try requireTransaction()
    let row = try rows("SELECT pg_current_xact_id()::text, \(Self.statisticsStart)").first ?? []
    guard row.count == 2, let number = row[0].text.flatMap({ UInt64($0) }),
      let start = row[1].text
    else { throw PostgresFailure.misuse("The server told no number of the transaction") }
    return PostgresTransactionID(number: number, statisticsStart: start)
  }

  /// Says something on a channel, which others hear when the transaction is committed; one roundtrip.
  ///
  /// - Returns: The number of the transaction.
  /// - Throws: `SQLError` of kind `misuse` outside of a transaction.
  package func notifyAtCommit(
    _ channel: String, _ payload: String
  ) throws(SQLError) -> PostgresTransactionID {
    try requireTransaction()
    let row =
      try rows(
        "SELECT pg_current_xact_id()::text, \(Self.statisticsStart), pg_notify($1, $2)",
        [.text(channel), .text(payload)]
      ).first ?? []
    guard row.count == 3, let number = row[0].text.flatMap({ UInt64($0) }),
      let start = row[1].text
    else { throw PostgresFailure.misuse("The server told no number of the transaction") }
    return PostgresTransactionID(number: number, statisticsStart: start)
  }

  /// What became of a transaction, asked on another connection to the same server after an error of kind
  /// `outcomeUnknown`.
  ///
  /// After a crash, or where another server has taken over, only that it was not applied may be known:
  /// whoever must know keeps a row of his own in the transaction.
  ///
  /// - Parameters:
  ///   - transaction: Its number.
  ///   - limit: How long to wait for one that is still running.
  /// - Returns: What the server knows of it.
  /// - Throws: `SQLError` where the server cannot be asked.
  package func outcome(
    of transaction: PostgresTransactionID, waiting limit: Duration = .seconds(10)
  ) throws(SQLError) -> PostgresTransactionOutcome {
    let deadline = ContinuousClock.now + limit
    let start = try rows("SELECT \(Self.statisticsStart)").first?.first?.text
    let isSameRun = start == transaction.statisticsStart
    while true {
      switch try status(of: transaction) {
      // What the server has not come to, it has never written down; unless somebody made it up.
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
