import Foundation
import Locks
import PostgresDriver
import PostgresFormat
import RecordStore
import SQLCore

/// Deletes the oldest transactions of a PostgreSQL store whose history is limited.
///
/// The number deleted at a time is limited, so that pruning takes negligible time
/// (`HistoryPruning`). Transactions that others may not have read yet, because earlier ones are
/// still running, are kept.
struct PostgresHistoryPruning {
  private let limit: HistoryLimit
  private let schema: String
  private let connection: PostgresConnection

  private var transactions: String { PostgresSystemTable.transactions.name(in: schema) }
  private var changes: String { PostgresSystemTable.changes.name(in: schema) }

  init(_ limit: HistoryLimit, _ schema: String, _ connection: PostgresConnection) {
    (self.limit, self.schema, self.connection) = (limit, schema, connection)
  }

  /// Deletes expired transactions, unless another program is already pruning.
  func run() throws {
    try connection.transaction {
      let lock = "(\(PostgresStoreOpening.lockNumber), hashtext($1 || ' history'))"
      guard
        try connection.rows("SELECT pg_try_advisory_xact_lock\(lock)", [.text(schema)])
          == [[.bool(true)]]
      else { return }
      guard let last = try lastOfTheDue() else { return }
      let numbers = try oldest(upTo: last)
      guard !numbers.isEmpty else { return }
      for (table, column) in [(changes, "transaction"), (transactions, "number")] {
        let statement = connection.dialect.render(
          "DELETE FROM \(raw: table) WHERE \(raw: column) \(.isOne(of: numbers))")
        try connection.run(statement.text, statement.values)
      }
      let note = connection.dialect.render(PostgresForgottenHistory.noting(numbers, in: schema))
      try connection.run(note.text, note.values)
    }
  }

  /// The number of the last transaction that is too old or exceeds the count limit; nil for none.
  private func lastOfTheDue() throws -> Int64? {
    var found: [Int64] = []
    if let count = limit.transactions {
      let rows = try connection.rows(
        "SELECT number FROM \(transactions) ORDER BY number DESC OFFSET $1 LIMIT 1",
        [.integer(count)])
      if case .integer(let number)? = rows.first?.first { found.append(number) }
    }
    if let age = limit.age {
      // The newest transaction is always kept.
      let rows = try connection.rows(
        """
        SELECT COALESCE((SELECT MIN(number) FROM \(transactions) WHERE moment >= $1), \
        (SELECT MAX(number) FROM \(transactions))) - 1
        """, [.date(Date(timeIntervalSinceNow: -age))])
      if case .integer(let number)? = rows.first?.first { found.append(number) }
    }
    return found.max()
  }

  /// The oldest expired transactions, with at most as many changes as are deleted at a time.
  private func oldest(upTo last: Int64) throws -> [Int64] {
    let rows = try connection.rows(
      """
      SELECT t.number, (SELECT COUNT(*) FROM \(changes) c WHERE c.transaction = t.number) \
      FROM \(transactions) t \
      WHERE t.number <= $1 AND t.number < \(PostgresHistoryNumbers.firstUnsettled(in: schema)) \
      ORDER BY t.number LIMIT \(HistoryPruning.transactionLimit)
      """, [.integer(last)])
    var (numbers, changes): ([Int64], Int64) = ([], 0)
    for row in rows {
      guard case .integer(let number) = row[0], case .integer(let count) = row[1] else { break }
      changes += count
      if !numbers.isEmpty, changes > HistoryPruning.changeLimit { break }
      numbers.append(number)
    }
    return numbers
  }
}

extension PostgresStore {
  /// Prunes the history, with the first save and then at a fixed interval of saves.
  ///
  /// If pruning fails, the save has still succeeded, and a later save tries again.
  func forgetHistory(on connection: PostgresConnection) {
    guard let limit = historyLimit, historyLayout != nil, !connection.isInTransaction else {
      return
    }
    let number = writeCount.withLock { count in
      defer { count += 1 }
      return count
    }
    guard number.isMultiple(of: Int(HistoryPruning.interval)) else { return }
    try? PostgresHistoryPruning(limit, options.schema, connection).run()
  }
}
