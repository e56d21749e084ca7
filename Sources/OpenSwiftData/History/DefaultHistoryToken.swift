/// A point in the history of default stores: the numbers of their last transactions.
///
/// Tokens of transactions are of one store. Where a container has several, `merging(_:)` makes one
/// token of those of all, so that one is kept and compared:
///
/// ```swift
/// let seen = history.reduce(known) { $0.merging($1.token) }
/// ```
public struct DefaultHistoryToken: HistoryToken {
  /// Numbers of transactions by stores.
  public typealias TokenType = [String: Int64]
  /// The type of the identifier.
  public typealias ID = Int

  /// The number of the last transaction, by the store's identifier.
  public let tokenValue: TokenType?

  init(store: String, transaction: Int64) { tokenValue = [store: transaction] }

  private init(_ numbers: TokenType) { tokenValue = numbers }

  /// What tells the point from others while the program runs.
  public var id: Int { hashValue }

  /// The store of the token; of several the one whose identifier comes first, and empty for none.
  public var storeIdentifier: String { tokenValue?.keys.min() ?? "" }

  /// Whether the token knows of no store, and so is before all others.
  var isEmpty: Bool { tokenValue?.isEmpty ?? true }

  /// The token that is up to where both are: of each store that either knows, the later point.
  ///
  /// > Note: SwiftData has no such method; there a token is of one store.
  public func merging(_ other: DefaultHistoryToken) -> DefaultHistoryToken {
    DefaultHistoryToken((tokenValue ?? [:]).merging(other.tokenValue ?? [:], uniquingKeysWith: max))
  }

  /// Whether a point is before another: of the stores that both know none is further, and one is less
  /// far.
  ///
  /// Tokens that know no store in common have no order: neither is before the other, and neither `<=`
  /// nor `>=` holds. Only a token of no store at all is before every other.
  public static func < (lhs: Self, rhs: Self) -> Bool {
    lhs.isEmpty ? !rhs.isEmpty : lhs.precedes(rhs) && lhs.hasLess(than: rhs)
  }

  /// Whether a point is before another or as far, by the stores that both know.
  public static func <= (lhs: Self, rhs: Self) -> Bool { lhs.isEmpty || lhs.precedes(rhs) }

  /// Whether a point is after another, by the stores that both know.
  public static func > (lhs: Self, rhs: Self) -> Bool { rhs < lhs }

  /// Whether a point is after another or as far, by the stores that both know.
  public static func >= (lhs: Self, rhs: Self) -> Bool { rhs <= lhs }

  /// Whether there are stores that both know, in none of which this is further.
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
