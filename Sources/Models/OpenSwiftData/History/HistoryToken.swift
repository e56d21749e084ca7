/// A position in the history of a store, up to which it has been read.
public protocol HistoryToken: Comparable, Decodable, Encodable, Hashable, Identifiable, Sendable {
  /// The store's representation of the position.
  associatedtype TokenType: Decodable, Encodable, Hashable, Sendable

  /// The store's representation of the position; nil before the first transaction.
  var tokenValue: TokenType? { get }
}

extension HistoryToken {
  /// The identifier of the token's store; empty if the token's value does not contain it.
  ///
  /// If the value is a dictionary with identifiers of stores as keys, this is the first of them.
  /// Other types of tokens may provide a property of the same name.
  public var storeIdentifier: String {
    (tokenValue as? any StoresByIdentifier)?.firstIdentifier ?? ""
  }
}

/// A value that is keyed by identifiers of stores.
private protocol StoresByIdentifier {
  var firstIdentifier: String? { get }
}

extension Dictionary: StoresByIdentifier where Key == String {
  fileprivate var firstIdentifier: String? { keys.min() }
}
