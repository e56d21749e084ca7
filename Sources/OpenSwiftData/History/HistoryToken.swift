/// A point in the history of a store, up to which its reader has come.
public protocol HistoryToken: Comparable, Decodable, Encodable, Hashable, Identifiable, Sendable {
  /// What the store makes of the point.
  associatedtype TokenType: Decodable, Encodable, Hashable, Sendable

  /// What the store makes of the point; nil before the first transaction.
  var tokenValue: TokenType? { get }
}

extension HistoryToken {
  /// The store of the token, where its value tells it: a dictionary by the identifiers of stores does,
  /// with the first of them. Empty otherwise; a store's own type of tokens may say it by a property of
  /// the same name.
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
