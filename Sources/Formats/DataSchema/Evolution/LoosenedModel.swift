/// The entities of a version, without the requirements that a closure still has to satisfy.
///
/// In a stage whose closure sees both versions, the tables have this form while the closure runs.
package struct LoosenedModel {
  package private(set) var model: ModelDescription
  /// The properties whose values cannot be derived from the previous ones, by the entities that
  /// declare them.
  package private(set) var renewed: [String: Set<String>] = [:]

  /// Removes the requirements that cause obstacles to a version; nil if a closure cannot resolve
  /// one of them.
  package init?(_ model: ModelDescription, by obstacles: [MigrationObstacle]) {
    self.model = model
    let lineage = Lineage(model)
    for obstacle in obstacles {
      guard let path = obstacle.property?.split(separator: ".").map(String.init),
        let name = path.first
      else { return nil }
      if case .duplicates = obstacle.problem {
        change(obstacle.entity) { entity in
          entity.uniquenessConstraints.removeAll { $0.joined(separator: ",") == obstacle.property }
        }
        continue
      }
      guard let owner = lineage.owner(of: name, in: obstacle.entity),
        let property = lineage.property(name, of: owner)
      else { return nil }
      switch obstacle.problem {
      case .missingValues: replace(property.loosened(at: path.dropFirst()), in: owner)
      case .typeChange, .inexact, .kindChange:
        if case .relationship = property { return nil }
        renewed[owner, default: []].insert(name)
        replace(property.loosened(at: []), in: owner)
      case .duplicates, .destinationChange, .claimedTwice, .tooManyTargets, .becomesAbstract:
        return nil
      }
    }
  }

  private mutating func change(_ name: String, _ body: (inout EntityDescription) -> Void) {
    guard let index = model.entities.firstIndex(where: { $0.name == name }) else { return }
    body(&model.entities[index])
  }

  private mutating func replace(_ property: PropertyDescription, in entity: String) {
    change(entity) { entity in
      guard let index = entity.properties.firstIndex(where: { $0.name == property.name }) else {
        return
      }
      // Several members of one struct may have separate obstacles.
      entity.properties[index] = entity.properties[index].merging(property)
    }
  }
}

extension PropertyDescription {
  /// Returns the property with optional values: the whole property, or only the member at a path.
  fileprivate func loosened(at path: ArraySlice<String>) -> PropertyDescription {
    switch self {
    case .attribute(var attribute):
      attribute.isOptional = true
      return .attribute(attribute)
    case .relationship(var relationship):
      relationship.isOptional = true
      return .relationship(relationship)
    case .composite(var composite):
      if path.isEmpty { composite.isOptional = true }
      composite.elements = composite.elements.map { element in
        path.isEmpty || element.name == path.first
          ? element.loosened(at: path.dropFirst()) : element
      }
      return .composite(composite)
    case .derived: return self
    }
  }

  /// Returns the property with everything made optional that is optional in either form.
  fileprivate func merging(_ other: PropertyDescription) -> PropertyDescription {
    switch (self, other) {
    case (.attribute(var attribute), .attribute(let other)):
      attribute.isOptional = attribute.isOptional || other.isOptional
      return .attribute(attribute)
    case (.composite(var composite), .composite(let other)):
      composite.isOptional = composite.isOptional || other.isOptional
      composite.elements = zip(composite.elements, other.elements).map { $0.merging($1) }
      return .composite(composite)
    default: return other
    }
  }
}
