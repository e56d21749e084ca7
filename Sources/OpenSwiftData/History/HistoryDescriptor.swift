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
  /// Those of some transactions, given as they were made, that are meant.
  ///
  /// - Throws: What evaluating the predicate throws.
  func chosen(of transactions: [TransactionType]) throws -> [TransactionType] {
    var chosen = transactions
    if let predicate { chosen = try chosen.filter { try predicate.evaluate($0) } }
    if !sortBy.isEmpty { chosen.sort(using: sortBy) }
    guard fetchLimit > 0, let limit = Int(exactly: fetchLimit) else { return chosen }
    return Array(chosen.prefix(limit))
  }
}
