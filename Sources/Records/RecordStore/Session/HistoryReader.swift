import CoreDataFormat

/// Reads and deletes the history of a store.
package protocol HistoryReader: AnyObject {
  typealias Selection = HistoryTransactionTable.Selection

  /// Reads transactions with all their changes.
  ///
  /// - Parameters:
  ///   - selection: The transactions to read, and their order.
  ///   - body: Receives one at a time, and returns whether to continue.
  /// - Throws: What the store and `body` throw.
  func forEach(_ selection: Selection, _ body: (RecordTransaction) throws -> Bool) throws

  /// Returns the numbers of transactions, without their changes.
  ///
  /// - Throws: What the store throws.
  func numbers(_ selection: Selection) throws -> [Int64]

  /// Returns the numbers of valid tokens, from which the history can be read on.
  ///
  /// All transactions after such a token exist, except for those that were deleted from the middle.
  /// The numbers of deleted transactions are not reused, so that no token matches another history.
  ///
  /// - Returns: The range from before the first existing transaction to the last one that was
  ///   written; nil for a store without history.
  /// - Throws: What the store throws.
  func tokenRange() throws -> ClosedRange<Int64>?

  /// Deletes transactions with their changes; does nothing if the store has no history tables.
  ///
  /// - Parameter numbers: The numbers of the transactions.
  /// - Throws: `SwiftDataError` if the store cannot be written.
  func delete(_ numbers: [Int64]) throws
}

extension HistoryReader {
  /// Returns the transactions after a given one, with all their changes.
  ///
  /// - Parameters:
  ///   - number: The number of the last known transaction; 0 for none.
  ///   - limit: The maximum number of changes to read, or nil; the last transaction is always
  ///     complete.
  /// - Returns: The transactions in the order in which they were made; none for a store without
  ///   history.
  /// - Throws: What the store throws.
  package func transactions(
    after number: Int64 = 0, limit: Int? = nil
  ) throws -> [RecordTransaction] {
    var transactions: [RecordTransaction] = []
    var count = 0
    try forEach(.after(number)) { transaction in
      transactions.append(transaction)
      count += transaction.changes.count
      return count < limit ?? .max
    }
    return transactions
  }
}
