import CoreDataFormat
import Foundation
import SQLCore

/// How much of its history a store keeps.
package struct HistoryLimit: Hashable, Sendable {
  /// How many transactions; nil for all.
  package var transactions: Int64?
  /// How old they may be, in seconds; nil for any age.
  package var age: TimeInterval?

  package init(transactions: Int64? = nil, age: TimeInterval? = nil) {
    (self.transactions, self.age) = (transactions, age)
  }
}

/// Forgets the oldest transactions of a store that keeps a part of its history, within a save.
///
/// It is done with every `interval`th transaction, and at most so much at a time that no save takes
/// long; it gets ahead of what is added.
package struct HistoryPruning {
  /// With every how many transactions something is forgotten.
  package static let interval: Int64 = 32
  /// How many transactions are forgotten at once.
  package static let transactionLimit: Int64 = 8 * interval
  /// How many changes are forgotten at once, but for a single transaction that has more.
  package static let changeLimit: Int64 = 20_000

  private let session: RecordSession
  private let limit: HistoryLimit
  private let newest: Int64

  /// Nil where there is nothing to be done with a transaction.
  init?(_ session: RecordSession, upTo newest: Int64) {
    guard let limit = session.store.historyLimit, newest % Self.interval == 0 else { return nil }
    (self.session, self.limit, self.newest) = (session, limit, newest)
  }

  /// Forgets what is due; within the transaction of a save.
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

  /// Whether a transaction is to be forgotten; numbers have no gaps but where some are forgotten.
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
