extension SchemaMapping {
  /// Whether the target retains everything that the source stores.
  package var removesNothing: Bool {
    removedEntities.isEmpty && entities.allSatisfy { removedProperties(of: $0).isEmpty }
  }

  /// Returns the names of an entity's properties that are no longer stored.
  package func removedProperties(of entity: EntityMapping) -> [String] {
    guard let name = entity.source else { return [] }
    let kept = Set(entity.properties.values)
    return source.properties(of: name).filter { $0.isKeptByRows && !kept.contains($0.name) }
      .map(\.name)
  }
}

extension PropertyDescription {
  /// Whether rows store the property's value as the only copy.
  fileprivate var isKeptByRows: Bool {
    if case .derived = self { false } else { isStored }
  }
}
