import Foundation
import Locks
import PostgresDriver
import PostgresFormat
import RecordStore
import SQLCore

/// Forgets the oldest transactions of a store in a PostgreSQL that keeps a part of its history.
///
/// At most so much is forgotten at a time that it takes no time to speak of (`HistoryPruning`). Transactions that others
/// may not have read yet, since earlier ones are still under way, stay.
struct PostgresHistoryPruning {
  private let limit: HistoryLimit
  private let schema: String
  private let connection: PostgresConnection

  private var transactions: String { PostgresSystemTable.transactions.name(in: schema) }
  private var changes: String { PostgresSystemTable.changes.name(in: schema) }

  init(_ limit: HistoryLimit, _ schema: String, _ connection: PostgresConnection) {
    (self.limit, self.schema, self.connection) = (limit, schema, connection)
  }

  /// Forgets what is due, unless another program is at it.
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

  /// The number up to which transactions are too many, or too old; nil for none.
  private func lastOfTheDue() throws -> Int64? {
    var found: [Int64] = []
    if let count = limit.transactions {
      let rows = try connection.rows(
        "SELECT number FROM \(transactions) ORDER BY number DESC OFFSET $1 LIMIT 1",
        [.integer(count)])
      if case .integer(let number)? = rows.first?.first { found.append(number) }
    }
    if let age = limit.age {
      // Never the newest.
      let rows = try connection.rows(
        """
        SELECT COALESCE((SELECT MIN(number) FROM \(transactions) WHERE moment >= $1), \
        (SELECT MAX(number) FROM \(transactions))) - 1
        """, [.date(Date(timeIntervalSinceNow: -age))])
      if case .integer(let number)? = rows.first?.first { found.append(number) }
    }
    return found.max()
  }

  /// The oldest transactions that are to go, so many that they have no more changes than go at once.
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
  /// Forgets what is due of the history, with the first save and with every so many after it.
  ///
  /// Where it fails, the save has succeeded all the same, and a later one tries again.
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
