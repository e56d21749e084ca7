import Foundation

/// The changes that one save made to a default store.
public struct DefaultHistoryTransaction: HistoryTransaction {
  /// The number of a transaction.
  public typealias TransactionIdentifier = Int64
  /// A point in the history.
  public typealias TokenType = DefaultHistoryToken
  /// The type of the identifier.
  public typealias ID = Int64

  /// The time of the save.
  public let timestamp: Date
  /// The changes, in the order in which they were made.
  public let changes: [HistoryChange]
  /// The position of the transaction in the history.
  public let token: DefaultHistoryToken
  /// The number of the transaction in its store.
  public let transactionIdentifier: Int64
  /// The identifier of the store.
  public let storeIdentifier: String
  /// The bundle identifier of the program that saved; empty if it is not known.
  public let bundleIdentifier: String
  /// The name of the program that saved; empty if it is not known.
  public let processIdentifier: String
  /// The value of `ModelContext.author`; nil if it was not set.
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
