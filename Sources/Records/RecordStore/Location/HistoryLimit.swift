import Foundation

/// The part of its history that a store keeps.
package struct HistoryLimit: Hashable, Sendable {
  /// The maximum number of transactions; nil for all.
  package var transactions: Int64?
  /// The maximum age of transactions in seconds; nil for any age.
  package var age: TimeInterval?

  package init(transactions: Int64? = nil, age: TimeInterval? = nil) {
    (self.transactions, self.age) = (transactions, age)
  }
}
