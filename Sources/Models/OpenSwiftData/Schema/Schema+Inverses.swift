import DataSchema

extension Schema {
  /// The schema with the stores' inverses for relationships whose inverses the models leave open.
  ///
  /// Returns this schema if the inverses are the same.
  ///
  /// - Parameter models: The entities of each store.
  /// - Returns: The schema.
  func withInverses(of models: [ModelDescription]) -> Schema {
    let entities = models.flatMap(\.entities)
    guard entities.contains(where: { !hasInverses(of: $0) }) else { return self }
    // Entities are objects, which the caller may use elsewhere, too.
    let schema = copy()
    for entity in entities {
      for (relationship, description) in schema.openRelationships(of: entity) {
        relationship.inverseName = nil
        relationship.lazyInverse = nil
        guard let inverse = description.inverseName,
          let other = schema.entitiesByName[description.destination]?.ownRelationship(inverse)
        else { continue }
        relationship.inverseName = inverse
        relationship.lazyInverse = other.lazyKeyPath
      }
    }
    return schema
  }

  private func hasInverses(of entity: EntityDescription) -> Bool {
    openRelationships(of: entity).allSatisfy { $0.inverseName == $1.inverseName }
  }

  /// The relationships of an entity that leave their inverses open, with a store's descriptions of
  /// them.
  private func openRelationships(
    of entity: EntityDescription
  ) -> [(Relationship, RelationshipDescription)] {
    guard let own = entitiesByName[entity.name] else { return [] }
    return entity.properties.compactMap { property in
      guard case .relationship(let description) = property, description.leavesInverseOpen,
        let relationship = own.ownRelationship(description.name)
      else { return nil }
      return (relationship, description)
    }
  }

  /// A copy of the schema with its own entities and relationships.
  private func copy() -> Schema {
    let copies = entities.map { $0.copy() }
    Entity.link(copies)
    return Schema(
      entities: copies, version: version, modelTypes: modelTypes, problems: problems,
      encodingVersion: encodingVersion, isVersioned: isVersioned)
  }
}

extension Schema.Entity {
  /// A copy of the entity with its own relationships, not linked to other entities yet.
  fileprivate func copy() -> Schema.Entity {
    let copy = Schema.Entity(name)
    copy.superentityName = superentityName
    copy.storedProperties = storedProperties.map { $0.asRelationship?.copy() ?? $0 }
    copy.inheritedProperties = inheritedProperties
    copy.uniquenessConstraints = uniquenessConstraints
    copy.indexDescriptions = indexDescriptions
    copy.isAbstract = isAbstract
    copy.versionHashModifier = versionHashModifier
    copy.originalName = originalName
    return copy
  }
}

extension Schema.Relationship {
  fileprivate func copy() -> Schema.Relationship {
    let copy = Schema.Relationship(
      deleteRule: deleteRule, minimumModelCount: minimumModelCount,
      maximumModelCount: maximumModelCount, originalName: originalName,
      hashModifier: hashModifier)
    copy.name = name
    copy.lazyKeyPath = lazyKeyPath
    copy.options = options
    // Setting the type also sets other properties, which are therefore copied afterwards.
    copy.valueType = valueType
    copy.encodedType = encodedType
    copy.isOptional = isOptional
    copy.isToOneRelationship = isToOneRelationship
    copy.destination = destination
    copy.inverseName = inverseName
    copy.lazyInverse = lazyInverse
    copy.statesNoInverse = statesNoInverse
    copy.leavesInverseOpen = leavesInverseOpen
    return copy
  }
}
