import CoreDataFormat
import DataSchema

/// A property as whoever opens a store numbers it.
struct NumberedProperty: Sendable {
  let name: String
  /// Whether a value transformer makes what is stored, which may begin with any byte.
  let isTransformed: Bool
}

/// Where the rows of an entity keep one property.
struct RecordProperty: Sendable {
  let name: String
  /// The columns in the order of the value's leaves; empty for what no column holds.
  let columns: [Column]
  let isRelationship: Bool
  /// Whether the column's bytes begin with a marker, because they may stand in a file.
  let storesExternally: Bool

  init(_ property: NumberedProperty, table: EntityTable) {
    name = property.name
    switch table.properties[name] {
    case .attribute(let column):
      columns = [column]
      isRelationship = false
    case .composite(let leaves):
      columns = leaves.map(\.column)
      isRelationship = false
    case .toOne(let column):
      columns = [Column(name: column.name, type: .integer64, isOptional: true)]
      isRelationship = true
    case .toMany, .manyToMany:
      columns = []
      isRelationship = true
    case nil:
      columns = []
      isRelationship = false
    }
    storesExternally = columns.count == 1 && columns[0].holdsExternalData && !property.isTransformed
  }
}
