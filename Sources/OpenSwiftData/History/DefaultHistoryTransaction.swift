import Foundation

/// What one save did to a default store.
public struct DefaultHistoryTransaction: HistoryTransaction {
  /// The number of a transaction.
  public typealias TransactionIdentifier = Int64
  /// A point in the history.
  public typealias TokenType = DefaultHistoryToken
  /// The type of the identifier.
  public typealias ID = Int64

  /// When the save was made.
  public let timestamp: Date
  /// What it changed, in the order in which that was done.
  public let changes: [HistoryChange]
  /// The point in the history at which it stands.
  public let token: DefaultHistoryToken
  /// The number of the transaction in its store.
  public let transactionIdentifier: Int64
  /// The store.
  public let storeIdentifier: String
  /// The program that saved, by the identifier of its bundle; empty where that is not known.
  public let bundleIdentifier: String
  /// The program that saved, by its name; empty where that is not known.
  public let processIdentifier: String
  /// What `ModelContext.author` was; nil where nobody set it.
  public let author: String?

  /// The number of the transaction in its store.
  public var id: Int64 { transactionIdentifier }

  /// Whether both are the same transaction of one store.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.transactionIdentifier == rhs.transactionIdentifier
      && lhs.storeIdentifier == rhs.storeIdentifier
  }

  /// Feeds the transaction into `hasher`.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(transactionIdentifier)
    hasher.combine(storeIdentifier)
  }
}
