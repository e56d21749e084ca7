/// A row of an entity, with values by property name.
package struct Record: Hashable, Sendable {
  /// The name of the row's entity, which may be a subentity of the requested one.
  package let entity: String
  /// Identifies the row within its entity tree.
  package let key: Int64
  /// The number of changes to the row.
  package let version: Int64
  /// The values of its attributes and to-one relationships.
  package let values: [String: RecordValue]

  package init(entity: String, key: Int64, version: Int64, values: [String: RecordValue]) {
    (self.entity, self.key, self.version, self.values) = (entity, key, version, values)
  }

  /// Returns the value of a property; `.null` if the row has no such property.
  package subscript(_ property: String) -> RecordValue { values[property] ?? .null }
}

/// A query for rows of an entity.
package struct RecordQuery: Sendable {
  package var entity: String
  /// The keys of the rows; nil for all rows.
  package var keys: [Int64]?
  /// Only rows with a greater key are included.
  package var after: Int64 = 0
  /// The maximum number of rows; nil for no limit.
  package var limit: Int?
  /// The condition that rows must meet; nil for none.
  package var condition: RecordCondition?
  /// The order of the rows, before that of their keys.
  package var order: [RecordOrder] = []
  /// Whether values in external files are read; otherwise they are `.null`.
  package var readsFiles = true

  package init(_ entity: String, keys: [Int64]? = nil, after: Int64 = 0, limit: Int? = nil) {
    (self.entity, self.keys, self.after, self.limit) = (entity, keys, after, limit)
  }
}
