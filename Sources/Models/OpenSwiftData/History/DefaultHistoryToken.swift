/// A position in the history of default stores: the numbers of their last transactions.
///
/// The token of a transaction refers to one store. If a container has several stores, `merging(_:)`
/// combines their tokens into one, so that only one has to be kept and compared:
///
/// ```swift
/// let seen = history.reduce(known) { $0.merging($1.token) }
/// ```
public struct DefaultHistoryToken: HistoryToken {
  /// Transaction numbers by the identifiers of their stores.
  public typealias TokenType = [String: Int64]
  /// The type of the identifier.
  public typealias ID = Int

  /// The number of the last transaction, by the store's identifier.
  public let tokenValue: TokenType?

  init(store: String, transaction: Int64) { tokenValue = [store: transaction] }

  private init(_ numbers: TokenType) { tokenValue = numbers }

  /// A value that distinguishes the position from others while the program runs.
  public var id: Int { hashValue }

  /// The identifier of the token's store; the first in order if there are several, empty if there
  /// is none.
  public var storeIdentifier: String { tokenValue?.keys.min() ?? "" }

  /// Whether the token contains no store, and so precedes all others.
  var isEmpty: Bool { tokenValue?.isEmpty ?? true }

  /// The token that combines both: for each store that either contains, the later position.
  ///
  /// > Note: SwiftData has no such method; its tokens refer to one store.
  public func merging(_ other: DefaultHistoryToken) -> DefaultHistoryToken {
    DefaultHistoryToken((tokenValue ?? [:]).merging(other.tokenValue ?? [:], uniquingKeysWith: max))
  }

  /// Whether a token precedes another: in no store that both contain is it later, and in one it is
  /// earlier.
  ///
  /// Tokens without a common store have no order: neither precedes the other, and neither `<=` nor
  /// `>=` holds. Only a token without any store precedes every other.
  public static func < (lhs: Self, rhs: Self) -> Bool {
    lhs.isEmpty ? !rhs.isEmpty : lhs.precedes(rhs) && lhs.hasLess(than: rhs)
  }

  /// Whether a token is at or before another in the stores that both contain.
  public static func <= (lhs: Self, rhs: Self) -> Bool { lhs.isEmpty || lhs.precedes(rhs) }

  /// Whether a token is after another in the stores that both contain.
  public static func > (lhs: Self, rhs: Self) -> Bool { rhs < lhs }

  /// Whether a token is at or after another in the stores that both contain.
  public static func >= (lhs: Self, rhs: Self) -> Bool { rhs <= lhs }

  /// Whether the tokens have common stores, and this one is at or before the other in all of them.
  private func precedes(_ other: DefaultHistoryToken) -> Bool {
    let pairs = pairs(other)
    return !pairs.isEmpty && pairs.allSatisfy { $0.own <= $0.other }
  }

  private func hasLess(than other: DefaultHistoryToken) -> Bool {
    pairs(other).contains { $0.own < $0.other }
  }

  private func pairs(_ other: DefaultHistoryToken) -> [(own: Int64, other: Int64)] {
    (tokenValue ?? [:]).compactMap { store, number in
      other.tokenValue?[store].map { (number, $0) }
    }
  }
}
