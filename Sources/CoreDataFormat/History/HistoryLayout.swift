import DataSchema

/// What the history of a store needs to know of its entities.
package struct HistoryLayout: Hashable, Sendable {
  /// How many values the row of a deletion has room for.
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

  /// Attributes come first, by name: where Core Data puts the parts of a value that is taken apart, if
  /// it keeps them, nobody has seen.
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

  /// The bits of an entity's updates.
  ///
  /// - Parameter entity: The number of an entity of the store.
  /// - Returns: The bits; nil where there is no such entity.
  package func changedColumns(of entity: Int) -> ChangedColumns? {
    columns.indices.contains(entity - 1) ? columns[entity - 1] : nil
  }

  /// The values that outlive a row, in the order of the `ZTOMBSTONE` columns.
  ///
  /// - Parameter entity: The number of an entity of the store.
  /// - Returns: The values; none where there is no such entity.
  package func preservedValues(of entity: Int) -> [PreservedValue] {
    preserved.indices.contains(entity - 1) ? preserved[entity - 1] : []
  }
}

/// A value that outlives its row: that of an attribute, or a part of one that is taken apart.
package struct PreservedValue: Hashable, Sendable {
  package let property: String
  /// The names from below the property to the part; empty for a whole value.
  package let path: [String]
  /// Where the row has it; nil where it has not.
  package let column: Column?
}

extension PropertyDescription {
  /// How many values the history keeps of the property when a row is deleted.
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
