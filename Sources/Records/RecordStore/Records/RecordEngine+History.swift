import CoreDataFormat

extension RecordEngine {
  /// Returns the transactions after a given one, with all their changes; executes two statements.
  ///
  /// - Parameters:
  ///   - number: The number of the last known transaction; 0 for none.
  ///   - limit: The maximum number of changes to read, or nil; the last transaction is always
  ///     complete.
  /// - Returns: The transactions in the order in which they were made; none for a store without
  ///   history.
  /// - Throws: What the store throws.
  package func history(after number: Int64 = 0, limit: Int? = nil) throws -> [RecordTransaction] {
    try historyReader?.transactions(after: number, limit: limit) ?? []
  }

  /// Returns the numbers after which `history(after:)` is complete; nil for a store without
  /// history.
  ///
  /// The range begins before the first transaction that is kept, and ends with the last one.
  /// Executes three statements.
  ///
  /// - Throws: What the store throws.
  package func historyRange() throws -> ClosedRange<Int64>? {
    guard session.store.historyLayout != nil else { return nil }
    return try historyReader?.tokenRange()
  }

  /// Returns the numbers of all transactions; executes two statements.
  ///
  /// - Returns: The numbers in ascending order; none for a store without history.
  /// - Throws: What the store throws.
  package func historyNumbers() throws -> [Int64] { try historyReader?.numbers(.after(.min)) ?? [] }

  /// Reads transactions one at a time, without keeping them; executes two statements.
  ///
  /// - Parameters:
  ///   - number: The number of the last known transaction; 0 for none.
  ///   - body: Receives each transaction, and returns whether to continue.
  /// - Throws: What the store and `body` throw.
  package func forEachTransaction(
    after number: Int64 = 0, _ body: (RecordTransaction) throws -> Bool
  ) throws {
    try historyReader?.forEach(.after(number), body)
  }
}
