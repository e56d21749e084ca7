/// The entities of a version with everything left open that a closure still has to bring about.
///
/// The tables of a stage whose closure sees both versions have this form while the closure runs.
package struct LoosenedModel {
  package private(set) var model: ModelDescription
  /// Properties whose values cannot follow from those before, by the entities that declare them.
  package private(set) var renewed: [String: Set<String>] = [:]

  /// Leaves open what is in the way of a version; nil if a closure can do nothing about some of it.
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
      // Members of one struct may be in the way one by one.
      entity.properties[index] = entity.properties[index].merging(property)
    }
  }
}

extension PropertyDescription {
  /// The property with values that may be missing: all of it, or the member at a path.
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

  /// The property with what is optional in it or in another form of it.
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
