import DataSchema

/// The information about a store's entities that its history needs.
package struct HistoryLayout: Hashable, Sendable {
  /// The number of values that the row of a deletion can hold.
  package let tombstoneCount: Int
  private let columns: [ChangedColumns]
  private let preserved: [[PreservedValue]]

  package init(_ model: ModelDescription, _ map: TableMap) {
    tombstoneCount = model.tombstoneCount
    columns = map.entities.map(ChangedColumns.init)
    let descriptions = Dictionary(
      model.entities.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    preserved = map.entities.map { entity in
      var properties: [PropertyDescription] = []
      var next = descriptions[entity.entityName]
      while let description = next {
        properties += description.properties.filter { $0.preservedValueCount > 0 }
        next = description.parentName.flatMap { descriptions[$0] }
      }
      return Self.values(of: properties, entity)
    }
  }

  /// Returns the preserved values, attributes first, by name; how Core Data orders the values of
  /// composites, if it keeps them at all, is unknown.
  private static func values(
    of properties: [PropertyDescription], _ entity: EntityTable
  ) -> [PreservedValue] {
    let sorted = properties.sorted { $0.name.precedesByCodeUnits($1.name) }
    var attributes: [PreservedValue] = []
    var parts: [PreservedValue] = []
    for property in sorted {
      switch (property, entity.properties[property.name]) {
      case (.attribute, .attribute(let column)?):
        attributes.append(PreservedValue(property: property.name, path: [], column: column))
      case (.attribute, _):
        attributes.append(PreservedValue(property: property.name, path: [], column: nil))
      case (.composite, .composite(let leaves)?):
        parts += leaves.map {
          PreservedValue(property: property.name, path: $0.path, column: $0.column)
        }
      default: break
      }
    }
    return attributes + parts
  }

  /// Returns the bits of an entity's updates.
  ///
  /// - Parameter entity: The number of an entity of the store.
  /// - Returns: The bits; nil if there is no such entity.
  package func changedColumns(of entity: Int) -> ChangedColumns? {
    columns.indices.contains(entity - 1) ? columns[entity - 1] : nil
  }

  /// Returns the values that are preserved on deletion, in the order of the `ZTOMBSTONE` columns.
  ///
  /// - Parameter entity: The number of an entity of the store.
  /// - Returns: The values; empty if there is no such entity.
  package func preservedValues(of entity: Int) -> [PreservedValue] {
    preserved.indices.contains(entity - 1) ? preserved[entity - 1] : []
  }
}

/// A value that is preserved when its row is deleted: an attribute's value, or one leaf of a
/// composite.
package struct PreservedValue: Hashable, Sendable {
  package let property: String
  /// The path from the property to the leaf; empty for an attribute.
  package let path: [String]
  /// The value's column in the row; nil if there is none.
  package let column: Column?
}

extension PropertyDescription {
  /// The number of values of the property that the history preserves when a row is deleted.
  var preservedValueCount: Int {
    switch self {
    case .attribute(let attribute):
      attribute.preservesValueOnDeletion && !attribute.isTransient ? 1 : 0
    case .composite(let composite):
      composite.preservesValueOnDeletion && !composite.isTransient ? composite.leaves.count : 0
    case .relationship, .derived: 0
    }
  }
}
