/// A point in the history of a default store: the number of its last transaction.
public struct DefaultHistoryToken: HistoryToken {
  /// Numbers of transactions by stores.
  public typealias TokenType = [String: Int64]
  /// The type of the identifier.
  public typealias ID = Int

  /// The number of the last transaction, by the store's identifier.
  public let tokenValue: TokenType?

  init(store: String, transaction: Int64) { tokenValue = [store: transaction] }

  /// What tells the point from others.
  public var id: Int { hashValue }

  /// Whether a point is before another: each store that both know is not further, and one of them less far.
  ///
  /// Tokens of different stores have no order of their own; they are told apart by their stores'
  /// identifiers.
  public static func < (lhs: Self, rhs: Self) -> Bool {
    let (left, right) = (lhs.tokenValue ?? [:], rhs.tokenValue ?? [:])
    let common = left.keys.filter { right[$0] != nil }
    guard common.isEmpty else {
      return common.allSatisfy { left[$0, default: 0] <= right[$0, default: 0] }
        && common.contains { left[$0, default: 0] < right[$0, default: 0] }
    }
    return left.keys.sorted().lexicographicallyPrecedes(right.keys.sorted())
  }
}
