import CoreDataFormat
import Foundation
import SQLCore

/// One transaction of a store's history.
package struct RecordTransaction: Hashable, Sendable {
  /// The number of the transaction, greater than those of all earlier ones.
  package let number: Int64
  package let date: Date
  /// The author of the transaction; nil if not specified.
  package let author: String?
  /// The bundle identifier of the program that made it.
  package let bundle: String?
  /// The name of the program that made it.
  package let process: String?
  /// The changes, in the order in which they were made.
  package let changes: [Change]

  /// The change of one row.
  package struct Change: Hashable, Sendable {
    package enum Kind: Hashable, Sendable { case insertion, update, deletion }

    /// The number of the change, greater than those of all earlier ones.
    package let number: Int64
    package let kind: Kind
    package let entity: String
    package let key: Int64
    /// The names of the properties that an update changed.
    package let properties: [String]
    /// The preserved values of a deleted row, by attribute name.
    package let tombstone: [String: RecordValue]
    /// The same values as stored in columns, the parts of a value in their order.
    package let preserved: [String: [SQLValue]]
  }
}

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
