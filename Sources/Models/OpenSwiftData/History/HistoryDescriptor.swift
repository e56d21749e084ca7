import Foundation

/// A description of which transactions of a history are requested, and in which order.
public struct HistoryDescriptor<TransactionType> where TransactionType: HistoryTransaction {
  /// The condition on the transactions; nil for all.
  public var predicate: Predicate<TransactionType>?
  /// The maximum number of transactions; 0 for no limit.
  public var fetchLimit: UInt64 = 0
  /// The sort order; if empty, the order in which the transactions were made.
  public var sortBy: [SortDescriptor<TransactionType>]

  /// Describes the transactions that match a predicate, in the order in which they were made.
  public init(predicate: Predicate<TransactionType>? = nil) {
    self.init(predicate: predicate, sortBy: [])
  }

  /// Describes the transactions that match a predicate, in an order.
  public init(
    predicate: Predicate<TransactionType>? = nil, sortBy: [SortDescriptor<TransactionType>] = []
  ) {
    self.predicate = predicate
    self.sortBy = sortBy
  }
}

extension HistoryDescriptor {
  /// The maximum number of transactions; nil for no limit.
  var limit: Int? { fetchLimit == 0 ? nil : Int(exactly: fetchLimit) }
}

extension Array where Element: HistoryTransaction {
  /// The first elements in an order; equal elements keep their relative order.
  func sorted(using order: [SortDescriptor<Element>], first limit: Int?) -> [Element] {
    let sorted = order.isEmpty ? self : self.sorted(using: order)
    return limit.map { Array(sorted.prefix($0)) } ?? sorted
  }
}
