import DataSchema

extension SchemaEditor {
  /// Applies `kind` if it is a change of relationships, and returns whether it is.
  package mutating func applyToRelationship(_ kind: SchemaChange.Kind) -> Bool {
    switch kind {
    case .addRelationship: generator.addRelationship(to: &model)
    case .removeRelationship:
      guard let place = pickRelationship() else { break }
      model.entities[place.entity].properties.remove(at: place.property)
    case .flipCount: changeRelationship { $0.isToMany.toggle() }
    case .toggleMandatory:
      changeRelationship(where: { !$0.isToMany }) { $0.isOptional.toggle() }
    case .changeDeleteRule:
      changeRelationship { $0.deleteRule = $0.deleteRule == .cascade ? .nullify : .cascade }
    case .addInverse: addInverse()
    case .removeInverse: removeInverse()
    case .changeDestination:
      guard let name = pickEntity().map({ model.entities[$0].name }) else { break }
      changeRelationship { $0.destination = name }
    default: return false
    }
    return true
  }

  /// Makes two relationships inverses of each other, or adds the missing inverse of one.
  private mutating func addInverse() {
    guard let place = pickRelationship(where: { $0.inverseName == nil }),
      var relationship = self[place].relationship
    else { return }
    let owner = model.entities[place.entity].name
    let candidate = pickRelationship {
      $0.inverseName == nil && $0.destination == owner && $0.name != relationship.name
    }
    let other = model.entities.firstIndex { $0.name == relationship.destination }
    if let candidate, candidate.entity == other, generator.dice.chance(70) {
      relationship.inverseName = self[candidate].name
      changeRelationship(at: candidate) { $0.inverseName = relationship.name }
    } else if relationship.destination == owner, generator.dice.chance(40) {
      relationship.inverseName = relationship.name
    } else if let other {
      generator.addInverse(of: &relationship, from: place.entity, to: other, in: &model)
    }
    self[place] = .relationship(relationship)
  }

  private mutating func removeInverse() {
    guard let place = pickRelationship(where: { $0.inverseName != nil }),
      let relationship = self[place].relationship
    else { return }
    changeRelationship(at: place) { $0.inverseName = nil }
    guard generator.dice.chance(50) else { return }
    // The other end is removed as well.
    for index in model.entities.indices
    where model.entities[index].name == relationship.destination {
      model.entities[index].properties.removeAll {
        $0.name == relationship.inverseName && $0.name != relationship.name
          && $0.relationship != nil
      }
    }
  }
}
