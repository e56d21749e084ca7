import Foundation

/// Which transactions of a history are meant, and in which order.
public struct HistoryDescriptor<TransactionType> where TransactionType: HistoryTransaction {
  /// Which transactions; nil for all.
  public var predicate: Predicate<TransactionType>?
  /// How many at most; 0 for all.
  public var fetchLimit: UInt64 = 0
  /// Their order; as they were made where it is empty.
  public var sortBy: [SortDescriptor<TransactionType>]

  /// Describes the transactions that meet a predicate, as they were made.
  public init(predicate: Predicate<TransactionType>? = nil) {
    self.init(predicate: predicate, sortBy: [])
  }

  /// Describes the transactions that meet a predicate, in an order.
  public init(
    predicate: Predicate<TransactionType>? = nil, sortBy: [SortDescriptor<TransactionType>] = []
  ) {
    self.predicate = predicate
    self.sortBy = sortBy
  }
}

extension HistoryDescriptor {
  /// How many at most; nil for all.
  var limit: Int? { fetchLimit == 0 ? nil : Int(exactly: fetchLimit) }
}

extension Array where Element: HistoryTransaction {
  /// The first ones in an order; those that it does not tell apart stay in theirs.
  func sorted(using order: [SortDescriptor<Element>], first limit: Int?) -> [Element] {
    let sorted = order.isEmpty ? self : self.sorted(using: order)
    return limit.map { Array(sorted.prefix($0)) } ?? sorted
  }
}
