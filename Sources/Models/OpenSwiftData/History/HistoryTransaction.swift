import Foundation

/// The changes that one save made to a store.
public protocol HistoryTransaction: Hashable, Identifiable, Sendable {
  /// The type of positions in the history.
  associatedtype TokenType: Comparable, Hashable, Identifiable, Sendable
  /// The type of identifiers of a store's transactions.
  associatedtype TransactionIdentifier: Comparable, Hashable, Sendable

  /// The time at which the transaction was made.
  var timestamp: Date { get }
  /// The changes, in the order in which they were made.
  var changes: [HistoryChange] { get }
  /// The position of the transaction in the history.
  var token: TokenType { get }
  /// The identifier of the transaction in its store.
  var transactionIdentifier: TransactionIdentifier { get }
  /// The identifier of the store that it changed.
  var storeIdentifier: String { get }
  /// The author of the transaction; nil if none was set.
  var author: String? { get }
}
