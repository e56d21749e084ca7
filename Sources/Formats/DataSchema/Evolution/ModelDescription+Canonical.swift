extension ModelDescription {
  /// The schema in a form for comparisons.
  ///
  /// It is independent of the order of declarations, and contains nothing that stores do not keep:
  /// version identifiers, default values, unspecified inverses, and what only archives contain.
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
  /// The property without what stores do not keep; the elements of a composite keep their order,
  /// which is that of its columns.
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
