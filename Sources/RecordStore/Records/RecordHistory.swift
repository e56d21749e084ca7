import CoreDataFormat
import Foundation
import SQLCore

/// One transaction of a store, as its history tells it.
package struct RecordTransaction: Hashable, Sendable {
  /// Its number, greater than those of all before it.
  package let number: Int64
  package let date: Date
  /// Who made it; nil where nobody said.
  package let author: String?
  /// The identifier of the bundle of the program that made it.
  package let bundle: String?
  /// The name of the program that made it.
  package let process: String?
  /// In the order in which they were made.
  package let changes: [Change]

  /// What became of one row.
  package struct Change: Hashable, Sendable {
    package enum Kind: Hashable, Sendable { case insertion, update, deletion }

    /// Its number, greater than those of all before it.
    package let number: Int64
    package let kind: Kind
    package let entity: String
    package let key: Int64
    /// The names of the properties that an update changed.
    package let properties: [String]
    /// What is kept of a deleted row, by the names of its attributes.
    package let tombstone: [String: RecordValue]
    /// The same as columns have it, the parts of a value in their order.
    package let preserved: [String: [SQLValue]]
  }
}

extension RecordEngine {
  /// The transactions after one, with all their changes; executes two statements.
  ///
  /// - Parameters:
  ///   - number: The number of the last transaction that is known; 0 for none.
  ///   - limit: How many changes to read at most; the last transaction is given whole. Nil for all.
  /// - Returns: Transactions in the order in which they were made; none for a store without history.
  /// - Throws: What the store throws.
  package func history(after number: Int64 = 0, limit: Int? = nil) throws -> [RecordTransaction] {
    try historyReader?.transactions(after: number, limit: limit) ?? []
  }

  /// The numbers from which `history(after:)` tells all that was done since: from the one before the first
  /// transaction that is kept to the last; nil for a store without history.
  ///
  /// Executes three statements.
  ///
  /// - Throws: What the store throws.
  package func historyRange() throws -> ClosedRange<Int64>? {
    guard session.store.historyLayout != nil else { return nil }
    return try historyReader?.tokenRange()
  }

  /// The numbers of all transactions; executes two statements.
  ///
  /// - Returns: The numbers in their order; none for a store without history.
  /// - Throws: What the store throws.
  package func historyNumbers() throws -> [Int64] { try historyReader?.numbers(.after(.min)) ?? [] }

  /// Reads transactions one after the other, without keeping them; executes two statements.
  ///
  /// - Parameters:
  ///   - number: The number of the last transaction that is known; 0 for none.
  ///   - body: Gets each, and says whether to read on.
  /// - Throws: What the store and `body` throw.
  package func forEachTransaction(
    after number: Int64 = 0, _ body: (RecordTransaction) throws -> Bool
  ) throws {
    try historyReader?.forEach(.after(number), body)
  }
}
