extension ModelDescription {
  /// Returns the model with traits of another one's entities and properties that model classes
  /// cannot express.
  ///
  /// These are traits of Core Data models: abstract entities, hash modifiers of entities and of
  /// elements of composites, ordered relationships, derived attributes, and constraints that
  /// include one of these. All of them are part of version hashes.
  ///
  /// - Parameters:
  ///   - former: The other model.
  ///   - addsDerived: Whether derived attributes are adopted, including those that this model
  ///     lacks.
  /// - Returns: The model.
  func adoptingTraits(of former: ModelDescription, addsDerived: Bool) -> ModelDescription {
    let mapping = SchemaMapping(from: former, to: self)
    var result = self
    for (index, entity) in entities.enumerated() {
      guard let source = mapping.entity(becoming: entity.name)?.source,
        let was = former.entity(named: source)
      else { continue }
      result.entities[index].isAbstract = entity.isAbstract || was.isAbstract
      if entity.versionHashModifier == nil {
        result.entities[index].versionHashModifier = was.versionHashModifier
      }
      result.entities[index].properties = entity.properties.map { property in
        mapping.origin(of: property.name, in: entity.name).map(property.adoptingTraits) ?? property
      }
      guard addsDerived else { continue }
      result.entities[index].adoptDerived(of: was)
      let names = Set(mapping.target.properties(of: entity.name).map(\.name))
      for case .derived(let derived) in was.properties where !names.contains(derived.name) {
        result.entities[index].properties.append(.derived(derived))
      }
      result.entities[index].uniquenessConstraints += was.uniquenessConstraints.filter {
        !names.isSuperset(of: $0)
      }
    }
    return result
  }
}

extension EntityDescription {
  /// Makes attributes derived if they are derived in another model, because classes declare them as
  /// ordinary attributes.
  fileprivate mutating func adoptDerived(of former: EntityDescription) {
    for case .derived(let derived) in former.properties {
      guard let place = properties.firstIndex(where: { $0.name == derived.name }),
        case .attribute(let own) = properties[place], own.type == derived.type, own.isOptional,
        !own.isTransient
      else { continue }
      properties[place] = .derived(derived)
    }
  }
}

extension PropertyDescription {
  /// Returns the property with traits of the same property of another model that classes cannot
  /// express.
  fileprivate func adoptingTraits(of former: PropertyDescription) -> PropertyDescription {
    switch (self, former) {
    case (.relationship(var relationship), .relationship(let former)):
      if former.isOrdered, former.isToMany, relationship.isToMany { relationship.isOrdered = true }
      return .relationship(relationship)
    case (.composite(var composite), .composite(let former)):
      composite.elements = composite.elements.map { element in
        former.elements.first { $0.name == element.name }.map(element.adoptingTraits(ofPart:))
          ?? element
      }
      return .composite(composite)
    default: return self
    }
  }

  /// Returns an element of a composite with the hash modifier of the other model; code declares
  /// only its type.
  private func adoptingTraits(ofPart former: PropertyDescription) -> PropertyDescription {
    guard case .attribute(var part) = self, case .attribute(let former) = former else {
      return adoptingTraits(of: former)
    }
    part.versionHashModifier = former.versionHashModifier
    return .attribute(part)
  }
}
