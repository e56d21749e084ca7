import Foundation

/// What one save did to a store.
public protocol HistoryTransaction: Hashable, Identifiable, Sendable {
  /// The type of the point in the history at which the transaction stands.
  associatedtype TokenType: Comparable, Hashable, Identifiable, Sendable
  /// The type of what tells transactions of a store apart.
  associatedtype TransactionIdentifier: Comparable, Hashable, Sendable

  /// When it was made.
  var timestamp: Date { get }
  /// What it changed, in the order in which that was done.
  var changes: [HistoryChange] { get }
  /// The point in the history at which it stands.
  var token: TokenType { get }
  /// What tells it from other transactions of the store.
  var transactionIdentifier: TransactionIdentifier { get }
  /// The store that it changed.
  var storeIdentifier: String { get }
  /// Who made it; nil where nobody said.
  var author: String? { get }
}
