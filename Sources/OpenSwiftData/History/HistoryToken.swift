/// A point in the history of a store, up to which its reader has come.
public protocol HistoryToken: Comparable, Decodable, Encodable, Hashable, Identifiable, Sendable {
  /// What the store makes of the point.
  associatedtype TokenType: Decodable, Encodable, Hashable, Sendable

  /// What the store makes of the point; nil before the first transaction.
  var tokenValue: TokenType? { get }
}
