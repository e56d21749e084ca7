import DataSchema

extension SchemaReflection {
  /// Connects relationships with their inverses.
  ///
  /// Inverses given by key path come first, then those with only one candidate.
  mutating func resolveInverses() {
    let byName = Dictionary(entities.map { ($0.name, $0) }) { first, _ in first }
    for entity in entities {
      for relationship in entity.ownRelationships {
        guard let path = relationship.lazyInverse else { continue }
        connect(relationship, of: entity, by: path, byName)
      }
    }
    inferInverses(byName)
  }

  /// Connects a relationship with the inverse that its declaration specifies.
  private mutating func connect(
    _ relationship: Schema.Relationship, of entity: Schema.Entity, by path: LazyKeyPath,
    _ byName: [String: Schema.Entity]
  ) {
    guard let (back, owner) = inverse(at: path, from: relationship.destination, byName) else {
      reportInverse(
        relationship, of: entity,
        "The inverse \(path.value.readable) is not a relationship of \(relationship.destination).")
      return
    }
    guard let target = byName[back.destination], target.isKin(to: entity) else {
      reportInverse(
        relationship, of: entity,
        "The inverse \(relationship.destination).\(back.name) does not point back: it refers to "
          + "\(back.destination), not to \(entity.name).")
      return
    }
    // Otherwise a model could be related to one without such a relationship, or of another class.
    guard target === entity, owner.name == relationship.destination else {
      return reportInverse(
        relationship, of: entity,
        "The inverse \(back.name) is declared by \(owner.name) and refers to \(target.name). It "
          + "must be declared by \(relationship.destination) and refer to \(entity.name), or some "
          + "instances would have no inverse.",
        "Let each of the two relationships refer to the class that declares the other one.")
    }
    guard !back.statesNoInverse else {
      return reportInverse(
        relationship, of: entity,
        "The inverse \(relationship.destination).\(back.name) is declared with inverse: nil.",
        "Remove inverse: nil from \(relationship.destination).\(back.name), or remove this "
          + "inverse.")
    }
    if let other = back.inverseName, other != relationship.name {
      reportInverse(
        relationship, of: entity,
        "The inverse \(relationship.destination).\(back.name) already is the inverse of \(other).",
        "Use another relationship of \(relationship.destination), or remove one of the two "
          + "inverses.")
      return
    }
    relationship.inverseName = back.name
    guard back !== relationship else { return }
    back.inverseName = relationship.name
    back.leavesInverseOpen = false
    if back.lazyInverse == nil, let path = relationship.lazyKeyPath {
      back.lazyInverse =
        modelTypes[entity.name].map { .named(relationship.name, model: $0) { path.value } } ?? path
    }
  }

  private func inverse(
    at path: LazyKeyPath, from destination: String, _ byName: [String: Schema.Entity]
  ) -> (Schema.Relationship, owner: Schema.Entity)? {
    if case .named(let name, let model, _) = path, let type = modelTypes[destination],
      type == model,
      let entity = byName[destination], let found = entity.ownRelationship(name)
    {
      return (found, entity)
    }
    let path = path.value
    // The key path may start at the destination or at one of its superclasses.
    for entity in (byName[destination]?.line ?? []).reversed() {
      guard let names = names[entity.name], let name = try? names.name(of: path) else { continue }
      if let found = entity.relationshipsByName[name] { return (found, entity) }
    }
    return nil
  }

  private mutating func reportInverse(
    _ relationship: Schema.Relationship, of entity: Schema.Entity, _ what: String,
    _ advice: String? = nil
  ) {
    problems.append(
      .unsupportedModel.explained(
        what, entity: entity.name, property: relationship.name,
        advice: advice
          ?? "Use a property of \(relationship.destination) whose type is \(entity.name)? or "
          + "[\(entity.name)]."))
  }

  /// Infers the inverses of relationships that leave them open.
  private func inferInverses(_ byName: [String: Schema.Entity]) {
    for entity in entities {
      for relationship in entity.ownRelationships where relationship.isToBePaired {
        // It may have been paired from its other end in the meantime.
        guard let destination = byName[relationship.destination] else { continue }
        let there = open(of: entity, to: destination)
        let back = destination === entity ? nil : open(of: destination, to: entity)
        guard let pair = InverseInference.pair(there, back),
          let first = entity.ownRelationship(pair.0),
          let second = destination.ownRelationship(pair.1)
        else { continue }
        first.pair(with: second)
      }
    }
  }

  /// The relationships of one entity to another that have no inverse yet.
  private func open(
    of entity: Schema.Entity, to destination: Schema.Entity
  ) -> [InverseInference.Candidate] {
    entity.ownRelationships.filter { $0.destination == destination.name && $0.isToBePaired }.map {
      InverseInference.Candidate(
        name: $0.name, isToMany: !$0.isToOneRelationship, isOptional: $0.isOptional)
    }
  }
}

extension Schema.Relationship {
  fileprivate var isToBePaired: Bool { leavesInverseOpen && inverseName == nil }

  /// Makes both relationships the inverses of each other.
  func pair(with other: Schema.Relationship) {
    inverseName = other.name
    lazyInverse = other.lazyKeyPath
    other.inverseName = name
    other.lazyInverse = lazyKeyPath
  }
}

extension Schema.Entity {
  /// The relationships that the entity declares itself, in the order of their declaration.
  var ownRelationships: [Schema.Relationship] { storedProperties.compactMap(\.asRelationship) }

  /// The relationship with a name that the entity itself declares, or nil.
  func ownRelationship(_ name: String) -> Schema.Relationship? {
    for property in storedProperties where property.name == name { return property.asRelationship }
    return nil
  }

  /// Whether one of two entities inherits from the other, or both are the same.
  func isKin(to other: Schema.Entity) -> Bool {
    line.contains { $0 === other } || other.line.contains { $0 === self }
  }
}

extension Schema {
  /// Errors for relationships whose destination or inverse is not in the schema.
  ///
  /// They can occur with entities created by hand, but not with models.
  func relationshipProblems() -> [SwiftDataError] {
    var problems: [SwiftDataError] = []
    for entity in entities {
      var found: [(name: String, problem: SwiftDataError)] = []
      for property in entity.storedProperties {
        guard let relationship = property.asRelationship,
          let problem = problem(of: relationship, entity)
        else { continue }
        found.append((relationship.name, problem))
      }
      problems += found.sorted { $0.name < $1.name }.map(\.problem)
    }
    return problems
  }

  private func problem(
    of relationship: Relationship, _ entity: Entity
  ) -> SwiftDataError? {
    guard let destination = entitiesByName[relationship.destination] else {
      return SwiftDataError.unsupportedModel.explained(
        "The schema lacks the destination '\(relationship.destination)'.",
        entity: entity.name, property: relationship.name,
        advice: "Add the entity or model to the schema.")
    }
    guard let inverse = relationship.inverseName, destination.ownRelationship(inverse) == nil,
      !destination.line.contains(where: { $0.ownRelationship(inverse) != nil })
    else { return nil }
    return SwiftDataError.unsupportedModel.explained(
      "\(destination.name) lacks the inverse '\(inverse)'.", entity: entity.name,
      property: relationship.name, advice: "Correct the name of the inverse.")
  }
}
