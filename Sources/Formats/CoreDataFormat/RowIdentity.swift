/// The columns that identify each row of a layout; their names need no quotes.
package struct RowIdentity: Hashable, Sendable {
  /// The primary key column.
  package let key: String
  /// The column of the entity number, for tables that several entities share.
  package let entity: String
  /// The column that counts the changes of the row.
  package let version: String

  package init(key: String, entity: String, version: String) {
    (self.key, self.entity, self.version) = (key, entity, version)
  }

  /// The columns of Core Data.
  package static let coreData = RowIdentity(key: "Z_PK", entity: "Z_ENT", version: "Z_OPT")

  /// The assignment that increments a row's version.
  package var raisedVersion: String { "\(version) = \(version) + 1" }
}
