import CoreDataFormat
import DataSchema

/// A property in the order in which the user of a store numbers them.
package struct NumberedProperty: Sendable {
  package let name: String
  /// Whether a value transformer creates the stored bytes, which may then begin with any byte.
  package let isTransformed: Bool

  package init(name: String, isTransformed: Bool) {
    (self.name, self.isTransformed) = (name, isTransformed)
  }
}

/// The columns of one property.
package struct RecordProperty: Sendable {
  package let name: String
  /// The columns in the order of the value's leaves; empty if no column stores the property.
  package let columns: [Column]
  package let isRelationship: Bool
  /// Whether the column's bytes begin with a marker, because they may be stored in an external
  /// file.
  package let storesExternally: Bool
  /// Whether rows are read without large values of the property (``LaterValue``).
  package let isReadLater: Bool

  package init(_ property: NumberedProperty, table: EntityTable) {
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
    isReadLater = columns.count == 1 && columns[0].isReadLater && !property.isTransformed
  }
}
