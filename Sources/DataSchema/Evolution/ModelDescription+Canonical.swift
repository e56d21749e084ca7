extension ModelDescription {
  /// The schema as it can be compared: whatever the order of declaration, without the versions that
  /// it goes by and without default values, what was left open and what only archives have, which no store keeps.
  package var canonical: ModelDescription {
    ModelDescription(
      entities: entities.map(\.canonical).sorted { $0.name.precedesByCodeUnits($1.name) },
      versionIdentifiers: [])
  }
}

extension EntityDescription {
  fileprivate var canonical: EntityDescription {
    var entity = self
    entity.properties = properties.map(\.asStored)
      .sorted { $0.name.precedesByCodeUnits($1.name) }
    entity.uniquenessConstraints.sort { $0.lexicographicallyPrecedes($1) }
    entity.indexes.sort { $0.parts.lexicographicallyPrecedes($1.parts) }
    return entity
  }
}

extension PropertyDescription {
  /// The same without what no store keeps; the parts of a composite keep their order, which its columns
  /// have too.
  fileprivate var asStored: PropertyDescription {
    switch self {
    case .attribute(var attribute):
      (attribute.defaultValue, attribute.transformerName) = (nil, nil)
      return .attribute(attribute)
    case .composite(var composite):
      composite.elements = composite.elements.map(\.asStored)
      composite.caseNames = nil
      return .composite(composite)
    case .relationship(var relationship):
      relationship.leavesInverseOpen = false
      return .relationship(relationship)
    case .derived: return self
    }
  }
}
