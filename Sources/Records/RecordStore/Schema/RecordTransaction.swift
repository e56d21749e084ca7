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
