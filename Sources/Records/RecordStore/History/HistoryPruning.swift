import CoreDataFormat
import Foundation
import SQLCore

/// Deletes the oldest transactions of a store with a history limit, within a save.
///
/// It runs with every `interval`th transaction, and deletes a limited number so that no save takes
/// long. It deletes more than is added between two runs.
package struct HistoryPruning {
  /// The number of transactions between two runs.
  package static let interval: Int64 = 32
  /// The maximum number of transactions that a run deletes.
  package static let transactionLimit: Int64 = 8 * interval
  /// The maximum number of changes that a run deletes, except for a single transaction with more.
  package static let changeLimit: Int64 = 20_000

  private let session: RecordSession
  private let limit: HistoryLimit
  private let newest: Int64

  /// Returns nil if a transaction needs no pruning.
  init?(_ session: RecordSession, upTo newest: Int64) {
    guard let limit = session.store.historyLimit, newest % Self.interval == 0 else { return nil }
    (self.session, self.limit, self.newest) = (session, limit, newest)
  }

  /// Deletes expired transactions; called within the transaction of a save.
  func run() throws {
    let oldest = try session.connection.rows(
      HistoryStatements.oldest, [.integer(Self.transactionLimit)])
    var numbers: [Int64] = []
    var changes: Int64 = 0
    for row in oldest {
      guard case .integer(let number) = row[0], case .integer(let count) = row[2],
        number != newest, isDue(number, row[1])
      else { break }
      changes += count
      if !numbers.isEmpty, changes > Self.changeLimit { break }
      numbers.append(number)
    }
    guard !numbers.isEmpty else { return }
    for statement in HistoryStatements.delete(numbers) { try session.run(statement) }
  }

  /// Whether a transaction has expired; numbers have no gaps except for deleted transactions.
  private func isDue(_ number: Int64, _ time: SQLValue) -> Bool {
    if let count = limit.transactions, number <= newest - count { return true }
    guard let age = limit.age else { return false }
    let date: Double? =
      switch time {
      case .real(let seconds): seconds
      case .integer(let seconds): Double(seconds)
      default: nil
      }
    return date.map { Date.now.timeIntervalSinceReferenceDate - $0 > age } ?? false
  }
}
