import CoreDataFormat

/// Reads the history of a store, and forgets parts of it.
package protocol HistoryReader: AnyObject {
  typealias Selection = HistoryTransactionTable.Selection

  /// Reads transactions with all their changes.
  ///
  /// - Parameters:
  ///   - selection: Which transactions, and in which order.
  ///   - body: Gets one after the other, and says whether to read on.
  /// - Throws: What the store and `body` throw.
  func forEach(_ selection: Selection, _ body: (RecordTransaction) throws -> Bool) throws

  /// The numbers of transactions, without their changes.
  ///
  /// - Throws: What the store throws.
  func numbers(_ selection: Selection) throws -> [Int64]

  /// The numbers that tokens may have to which the history still leads up.
  ///
  /// All transactions after such a token are there, but for those that somebody took out of the middle.
  /// The numbers of forgotten ones are not used again, so that no token fits another history.
  ///
  /// - Returns: From the one before the first transaction that is there to the last that was made; nil
  ///   for a store without history.
  /// - Throws: What the store throws.
  func tokenRange() throws -> ClosedRange<Int64>?

  /// Forgets transactions with their changes; what holds no tables of a history has none.
  ///
  /// - Parameter numbers: The numbers of the transactions.
  /// - Throws: `SwiftDataError` when the store cannot be written.
  func delete(_ numbers: [Int64]) throws
}

extension HistoryReader {
  /// The transactions after one, with all their changes.
  ///
  /// - Parameters:
  ///   - number: The number of the last transaction that is known; 0 for none.
  ///   - limit: How many changes to read at most; the last transaction is given whole. Nil for all.
  /// - Returns: Transactions in the order in which they were made; none for a store without history.
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
