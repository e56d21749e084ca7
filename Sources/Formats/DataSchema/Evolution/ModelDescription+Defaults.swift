extension ModelDescription {
  /// Returns the model with missing default values adopted from another description of the same
  /// entities.
  ///
  /// - Parameter other: The other description.
  /// - Returns: The model.
  package func takingDefaults(of other: ModelDescription) -> ModelDescription {
    var result = self
    for index in entities.indices {
      guard let entity = other.entity(named: entities[index].name) else { continue }
      result.entities[index].properties = entities[index].properties.takingDefaults(
        of: entity.properties)
    }
    return result
  }
}

extension [PropertyDescription] {
  fileprivate func takingDefaults(of others: [PropertyDescription]) -> [PropertyDescription] {
    map { property in
      switch (property, others.first { $0.name == property.name }) {
      case (.attribute(var attribute), .attribute(let other)?):
        if attribute.type == other.type {
          attribute.defaultValue = attribute.defaultValue ?? other.defaultValue
        }
        return .attribute(attribute)
      case (.composite(var composite), .composite(let other)?):
        composite.elements = composite.elements.takingDefaults(of: other.elements)
        return .composite(composite)
      default: return property
      }
    }
  }
}
