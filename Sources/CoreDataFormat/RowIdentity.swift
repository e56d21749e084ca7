/// The columns by which each row of a layout tells what it is, by names that need no quotes.
package struct RowIdentity: Hashable, Sendable {
  /// What tells the row from others of its table.
  package let key: String
  /// The number of its entity, where several share a table.
  package let entity: String
  /// How often the row was changed.
  package let version: String

  package init(key: String, entity: String, version: String) {
    (self.key, self.entity, self.version) = (key, entity, version)
  }

  /// Those of Core Data.
  package static let coreData = RowIdentity(key: "Z_PK", entity: "Z_ENT", version: "Z_OPT")

  /// The assignment that counts a change of a row.
  package var raisedVersion: String { "\(version) = \(version) + 1" }
}
