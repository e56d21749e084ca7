/// A row of an entity, by the names of its properties.
package struct Record: Hashable, Sendable {
  /// The name of the entity, which may be below the one that was asked for.
  package let entity: String
  /// What tells the row from others of its tree of entities.
  package let key: Int64
  /// How often the row was changed.
  package let version: Int64
  /// The values of its attributes and to-one relationships.
  package let values: [String: RecordValue]

  package init(entity: String, key: Int64, version: Int64, values: [String: RecordValue]) {
    (self.entity, self.key, self.version, self.values) = (entity, key, version, values)
  }

  /// The value of a property; none where the row has no such property.
  package subscript(_ property: String) -> RecordValue { values[property] ?? .null }
}

/// Which rows of an entity are wanted.
package struct RecordQuery: Sendable {
  package var entity: String
  /// The rows of these keys alone; nil for all.
  package var keys: [Int64]?
  /// Rows whose key is greater.
  package var after: Int64 = 0
  /// How many rows at most; nil for no limit.
  package var limit: Int?
  /// What the rows have to fulfil; nil for nothing.
  package var condition: RecordCondition?
  /// What rows are sorted by before their keys.
  package var order: [RecordOrder] = []
  /// Whether values that stand in files are read; else they are told as none.
  package var readsFiles = true

  package init(_ entity: String, keys: [Int64]? = nil, after: Int64 = 0, limit: Int? = nil) {
    (self.entity, self.keys, self.after, self.limit) = (entity, keys, after, limit)
  }
}
