/// A store that tells what became of its models, transaction by transaction.
public protocol HistoryProviding {
  /// The type of its transactions.
  associatedtype HistoryType: HistoryTransaction

  /// The type of its transactions.
  static var historyType: HistoryType.Type { get }

  /// The transactions that a descriptor asks for.
  func fetchHistory(_ descriptor: HistoryDescriptor<HistoryType>) throws -> [HistoryType]

  /// Forgets the transactions that a descriptor asks for.
  func deleteHistory(_ descriptor: HistoryDescriptor<HistoryType>) throws
}
