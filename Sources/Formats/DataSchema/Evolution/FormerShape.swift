extension ModelDescription {
  /// Returns whether this model has the shape that earlier releases of this library gave to
  /// `model`.
  ///
  /// They made the leaf of an enumeration with raw values optional only if the property was. They
  /// made the leaves of an optional structure optional only if the member was. SwiftData always
  /// makes both optional. Tables and rows are the same, but version hashes differ.
  package func isFormerShape(of model: ModelDescription) -> Bool {
    let wanted = model.versionHashes
    return versionHashes != wanted && loosened(like: model).versionHashes == wanted
  }

  /// Returns the model with those leaves made optional that are optional in `model`, but were not
  /// in earlier releases.
  package func loosened(like model: ModelDescription) -> ModelDescription {
    var result = self
    result.entities = entities.map { entity in
      model.entity(named: entity.name).map { entity.loosened(like: $0) } ?? entity
    }
    return result
  }
}

extension EntityDescription {
  fileprivate func loosened(like other: EntityDescription) -> EntityDescription {
    var result = self
    result.properties = properties.map { property in
      guard let other = other.properties.first(where: { $0.name == property.name }) else {
        return property
      }
      return property.loosened(like: other)
    }
    return result
  }
}

extension PropertyDescription {
  /// Returns the property with those leaves made optional that are optional in `other`, but were
  /// not in earlier releases.
  fileprivate func loosened(like other: PropertyDescription) -> PropertyDescription {
    guard case .composite(let own) = self, case .composite(let other) = other else { return self }
    return .composite(own.loosened(like: other, isWithinOptional: false))
  }
}

extension CompositeDescription {
  fileprivate func loosened(
    like other: CompositeDescription, isWithinOptional: Bool
  ) -> CompositeDescription {
    guard elements.count == other.elements.count else { return self }
    let isWithinOptional = isWithinOptional || other.isOptional
    // A raw value has a single leaf, named like the property.
    let isRawValue = elements.count == 1 && elements[0].name == name
    var result = self
    if isWithinOptional { result.isOptional = isOptional || other.isOptional }
    result.elements = zip(elements, other.elements).map { element, other in
      switch (element, other) {
      case (.attribute(var leaf), .attribute(let other)):
        if isWithinOptional || isRawValue { leaf.isOptional = leaf.isOptional || other.isOptional }
        return .attribute(leaf)
      case (.composite(let inner), .composite(let other)):
        return .composite(inner.loosened(like: other, isWithinOptional: isWithinOptional))
      default: return element
      }
    }
    return result
  }
}
