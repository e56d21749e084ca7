extension SchemaMapping {
  /// Whether everything that the source stores has a place in the target.
  package var removesNothing: Bool {
    removedEntities.isEmpty && entities.allSatisfy { removedProperties(of: $0).isEmpty }
  }

  /// The names of what an entity stored and what is stored no more.
  package func removedProperties(of entity: EntityMapping) -> [String] {
    guard let name = entity.source else { return [] }
    let kept = Set(entity.properties.values)
    return source.properties(of: name).filter { $0.isKeptByRows && !kept.contains($0.name) }
      .map(\.name)
  }
}

extension PropertyDescription {
  /// Whether rows hold something that stands nowhere else.
  fileprivate var isKeptByRows: Bool {
    switch self {
    case .attribute(let attribute): !attribute.isTransient
    case .composite(let composite): !composite.isTransient
    case .relationship(let relationship): !relationship.isTransient
    case .derived: false
    }
  }
}
