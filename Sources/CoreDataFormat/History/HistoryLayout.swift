import DataSchema

/// What the history of a store needs to know of its entities.
package struct HistoryLayout: Hashable, Sendable {
  /// How many values the row of a deletion has room for.
  package let tombstoneCount: Int
  private let columns: [ChangedColumns]
  private let preserved: [[String]]

  package init(_ model: ModelDescription, _ map: TableMap) {
    tombstoneCount = model.tombstoneCount
    columns = map.entities.map(ChangedColumns.init)
    let descriptions = Dictionary(
      model.entities.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    preserved = map.entities.map { entity in
      var names: [String] = []
      var next = descriptions[entity.entityName]
      while let description = next {
        names += description.preservedAttributes
        next = description.parentName.flatMap { descriptions[$0] }
      }
      return names.sorted { $0.precedesByCodeUnits($1) }
    }
  }

  /// The bits of an entity's updates.
  ///
  /// - Parameter entity: The number of an entity of the store.
  /// - Returns: The bits; nil where there is no such entity.
  package func changedColumns(of entity: Int) -> ChangedColumns? {
    columns.indices.contains(entity - 1) ? columns[entity - 1] : nil
  }

  /// The attributes whose values outlive a row, in the order of the `ZTOMBSTONE` columns.
  ///
  /// - Parameter entity: The number of an entity of the store.
  /// - Returns: The names; none where there is no such entity.
  package func preservedAttributes(of entity: Int) -> [String] {
    preserved.indices.contains(entity - 1) ? preserved[entity - 1] : []
  }
}

extension EntityDescription {
  /// The entity's own attributes whose values a deletion keeps.
  fileprivate var preservedAttributes: [String] {
    properties.compactMap { property in
      guard case .attribute(let attribute) = property, attribute.preservesValueOnDeletion,
        !attribute.isTransient
      else { return nil }
      return attribute.name
    }
  }
}
