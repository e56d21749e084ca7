/// A store that provides the history of its models, transaction by transaction.
public protocol HistoryProviding {
  /// The type of its transactions.
  associatedtype HistoryType: HistoryTransaction

  /// The type of its transactions.
  static var historyType: HistoryType.Type { get }

  /// The transactions that match a descriptor.
  func fetchHistory(_ descriptor: HistoryDescriptor<HistoryType>) throws -> [HistoryType]

  /// Deletes the transactions that match a descriptor.
  func deleteHistory(_ descriptor: HistoryDescriptor<HistoryType>) throws
}
