extension ModelContext {
  /// Loads relationships of a whole result, with one statement each.
  func prefetch(
    _ keyPaths: [AnyKeyPath], of models: [AnyObject], _ binding: EntityBinding
  ) throws {
    for keyPath in keyPaths {
      guard let index = binding.propertyNumber(of: keyPath),
        let relationship = binding.relationship(index)
      else {
        throw SwiftDataError.unsupportedKeyPath.explained(
          "\(keyPath) is not a relationship.", entity: binding.name,
          advice: "Prefetch properties that hold models.")
      }
      try prefetch(relationship, of: models)
    }
  }

  private func prefetch(_ relationship: RelationshipBinding, of models: [AnyObject]) throws {
    if relationship.isToMany {
      let owners = models.filter {
        !relationship.link(of: $0).hasModels && isStored($0, relationship)
      }
      if !owners.isEmpty { try loadMembers(of: owners, relationship) }
    } else {
      try loadTargets(of: models.filter { needsTarget($0, relationship) }, relationship)
    }
  }

  private func isStored(_ object: AnyObject, _ relationship: RelationshipBinding) -> Bool {
    (relationship.owner.state(of: object)?.pointee.key ?? 0) > 0
  }
}
