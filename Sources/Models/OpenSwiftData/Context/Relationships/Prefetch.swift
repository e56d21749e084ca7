extension ModelContext {
  /// Loads relationships of a whole result, with one statement for each step of each key path.
  ///
  /// - Throws: `SwiftDataError.unsupportedKeyPath` for a key path that does not refer to a
  ///   relationship.
  func prefetch(
    _ keyPaths: [AnyKeyPath], of models: [AnyObject], _ binding: EntityBinding
  ) throws {
    for keyPath in keyPaths {
      guard let steps = steps(of: keyPath, from: binding) else {
        if binding.propertyNumber(of: keyPath) == nil,
          RelationshipShape(type(of: keyPath).valueType) != nil
        {
          follow(keyPath, from: models)
          continue
        }
        throw SwiftDataError.unsupportedKeyPath.explained(
          "\(keyPath.readable) cannot be prefetched: it is not a relationship.",
          entity: binding.name,
          advice: "List only relationships in relationshipKeyPathsForPrefetching.")
      }
      var models = models
      for (number, relationship) in steps.enumerated() {
        try prefetch(relationship, of: models)
        if number < steps.count - 1 { models = destinations(relationship, of: models) }
      }
    }
  }

  /// Reads the values of a key path that cannot be split into relationships.
  ///
  /// Such a key path passes through a computed property. Faults load the targets of many models at
  /// once.
  private func follow(_ keyPath: AnyKeyPath, from models: [AnyObject]) {
    for model in models { _ = (model as Any)[keyPath: keyPath] }
  }

  /// The relationships that a key path passes through; one unless the key path is nested.
  func steps(
    of keyPath: AnyKeyPath, from binding: EntityBinding
  ) -> [RelationshipBinding]? {
    if let index = binding.propertyNumber(of: keyPath) {
      return binding.relationship(index).map { [$0] }
    }
    guard let route = binding.route(of: keyPath, ending: nil) else { return nil }
    var binding = binding
    var steps: [RelationshipBinding] = []
    for keyPath in route {
      guard let step = binding.propertyNumber(of: keyPath).flatMap({ binding.relationship($0) })
      else { return nil }
      steps.append(step)
      binding = step.destination
    }
    return steps
  }

  /// Loads one relationship.
  private func prefetch(_ relationship: RelationshipBinding, of models: [AnyObject]) throws {
    guard relationship.isToMany else {
      return try loadTargets(of: models.filter { needsTarget($0, relationship) }, relationship)
    }
    let owners = models.filter {
      !relationship.link(of: $0).hasModels && isStored($0, relationship)
    }
    if !owners.isEmpty { try loadMembers(of: owners, relationship) }
  }

  /// The targets of a loaded relationship of several models.
  func destinations(
    _ relationship: RelationshipBinding, of models: [AnyObject]
  ) -> [AnyObject] {
    Self.unique(
      relationship.isToMany
        ? models.flatMap { relationship.link(of: $0).models ?? [] }
        : models.compactMap {
          instance(relationship.link(of: $0).key, of: relationship.destination)
        })
  }

  private func isStored(_ object: AnyObject, _ relationship: RelationshipBinding) -> Bool {
    (relationship.owner.state(of: object)?.pointee.key ?? 0) > 0
  }
}
