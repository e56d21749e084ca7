import DataSchema

extension ModelDescription {
  /// The schema without the contradictions that random changes cause.
  package func repaired() -> ModelDescription {
    var model = self
    model.removeRepeatedEntities()
    model.cutLooseParents()
    model.removeRepeatedProperties()
    model.mendRelationships()
    model.removeLooseIndexes()
    return model
  }

  private mutating func removeRepeatedEntities() {
    var seen: Set<String> = []
    entities = entities.filter { seen.insert($0.name).inserted }
  }

  private mutating func cutLooseParents() {
    for index in entities.indices {
      var seen: Set<String> = [entities[index].name]
      var next = entities[index].parentName
      while let name = next {
        guard seen.insert(name).inserted, let parent = entity(named: name) else {
          entities[index].parentName = nil
          break
        }
        next = parent.parentName
      }
    }
  }

  private func lineage(of entity: EntityDescription) -> [EntityDescription] {
    var lineage = [entity]
    while let name = lineage[0].parentName, let parent = self.entity(named: name) {
      lineage.insert(parent, at: 0)
    }
    return lineage
  }

  /// Removes properties that an ancestor or the entity itself already declares.
  private mutating func removeRepeatedProperties() {
    let order = entities.indices.sorted {
      (lineage(of: entities[$0]).count, $0) < (lineage(of: entities[$1]).count, $1)
    }
    for index in order {
      var seen = Set(
        lineage(of: entities[index]).dropLast().flatMap(\.properties).map(\.name))
      entities[index].properties = entities[index].properties.filter {
        seen.insert($0.name).inserted
      }
    }
  }

  private mutating func mendRelationships() {
    let names = Set(entities.map(\.name))
    for index in entities.indices {
      entities[index].properties.removeAll {
        $0.relationship.map { !names.contains($0.destination) } ?? false
      }
    }
    for index in entities.indices {
      let owner = entities[index].name
      entities[index].properties = entities[index].properties.map { property in
        guard case .relationship(var relationship) = property else { return property }
        if !hasInverse(relationship, of: owner) { relationship.inverseName = nil }
        relationship.maximumCount = relationship.isToMany ? 0 : 1
        return .relationship(relationship)
      }
    }
  }

  private func hasInverse(_ relationship: RelationshipDescription, of owner: String) -> Bool {
    let declared = entity(named: relationship.destination)?.properties ?? []
    return declared.contains { property in
      guard let inverse = property.relationship else { return false }
      return inverse.name == relationship.inverseName && inverse.destination == owner
        && inverse.inverseName == relationship.name && !inverse.isTransient
        && !relationship.isTransient
    }
  }

  private mutating func removeLooseIndexes() {
    let schema = FlatSchema(self)
    for index in entities.indices
    where !entities[index].uniquenessConstraints.isEmpty || !entities[index].indexes.isEmpty {
      let paths = Set(schema.indexablePaths(of: entities[index].name))
      let numbers = Set(schema.numberPaths(of: entities[index].name))
      entities[index].uniquenessConstraints.removeAll { !paths.isSuperset(of: $0) }
      entities[index].indexes.removeAll { index in
        switch index.kind {
        case .binary: !paths.isSuperset(of: index.propertyNames)
        case .rtree: !numbers.isSuperset(of: index.propertyNames)
        }
      }
    }
  }
}

extension FlatSchema {
  /// The paths that an index of the entity may contain.
  package func indexablePaths(of name: String) -> [String] {
    (self[name]?.properties ?? [:]).values.flatMap { property -> [String] in
      switch property {
      case .attribute: [property.name]
      case .composite: [property.name] + property.valueLeaves.map(\.path)
      case .relationship(let relationship): relationship.isToMany ? [] : [relationship.name]
      case .derived: []
      }
    }.sorted()
  }

  /// The paths that a spatial index of the entity may contain.
  package func numberPaths(of name: String) -> [String] {
    let types: Set<AttributeType> = [.integer16, .integer32, .integer64, .double, .float]
    return (self[name]?.properties ?? [:]).values.flatMap(\.valueLeaves)
      .filter { types.contains($0.type) }.map(\.path).sorted()
  }
}
