/// A point in the history of a store, up to which its reader has come.
public protocol HistoryToken: Comparable, Decodable, Encodable, Hashable, Identifiable, Sendable {
  /// What the store makes of the point.
  associatedtype TokenType: Decodable, Encodable, Hashable, Sendable

  /// What the store makes of the point; nil before the first transaction.
  var tokenValue: TokenType? { get }
}

extension HistoryToken {
  /// The identifier of the token's store; empty where the token's value does not tell it.
  ///
  /// A value that is a dictionary by the identifiers of stores tells it, with the first of them. Other
  /// types of tokens may say it by a property of the same name.
  public var storeIdentifier: String {
    (tokenValue as? any StoresByIdentifier)?.firstIdentifier ?? ""
  }
}

/// What tells something of stores by their identifiers.
private protocol StoresByIdentifier {
  var firstIdentifier: String? { get }
}

extension Dictionary: StoresByIdentifier where Key == String {
  fileprivate var firstIdentifier: String? { keys.min() }
}
