import SQLCore

/// The number of a transaction, by which the server tells afterwards what became of it.
package struct PostgresTransactionID: RawRepresentable, Hashable, Sendable {
  package var rawValue: UInt64

  package init(rawValue: UInt64) { self.rawValue = rawValue }
}

/// What became of a transaction.
package enum PostgresTransactionOutcome: Hashable, Sendable {
  case applied
  case notApplied
  /// The server does not know it, or no longer; or it is still running.
  case unknown
}

extension PostgresConnection {
  /// The number of the transaction that is under way, which gets one by that; one roundtrip.
  ///
  /// - Throws: `SQLError` of kind `misuse` outside of a transaction.
  package func transactionID() throws(SQLError) -> PostgresTransactionID {
    guard isInTransaction else {
      throw PostgresFailure.misuse("There is no transaction whose number could be told")
    }
    let rows = try rows("SELECT pg_current_xact_id()::text")
    guard let number = rows.first?.first?.text.flatMap({ UInt64($0) }) else {
      throw PostgresFailure.misuse("The server told no number of the transaction")
    }
    return PostgresTransactionID(rawValue: number)
  }

  /// What became of a transaction, asked on another connection to the same server after an error of kind
  /// `outcomeUnknown`.
  ///
  /// A server that took over from another knows it only if it has all that the other had.
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
    while true {
      switch try status(of: transaction) {
      case "committed": return .applied
      case "aborted": return .notApplied
      case "in progress" where ContinuousClock.now < deadline: session.link.pause(milliseconds: 20)
      default: return .unknown
      }
    }
  }

  private func status(of transaction: PostgresTransactionID) throws(SQLError) -> String? {
    do {
      let rows = try rows(
        "SELECT pg_xact_status($1::text::xid8)", [.text("\(transaction.rawValue)")])
      return rows.first?.first?.text
    } catch {
      // It is one that the server has not come to yet.
      guard error.kind == .invalidValue else { throw error }
      return nil
    }
  }
}
