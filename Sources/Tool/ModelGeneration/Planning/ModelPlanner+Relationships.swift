import DataSchema

extension ModelPlanner {
  mutating func plan(
    _ relationship: RelationshipDescription, in entity: String, isUnique: Bool
  ) -> (PropertyPlan, PropertyDescription)? {
    guard !relationship.isTransient else {
      note(
        "The relationship is left out: it is not stored.", entity, relationship.name)
      return nil
    }
    let model = names.model(relationship.destination)
    var plan = PropertyPlan(
      kind: relationship.isToMany ? .toMany : .toOne, name: relationship.name,
      type: relationship.isToMany ? "[\(model)]" : model, isOptional: relationship.isOptional)
    if relationship.isToMany { plan.initialValue = "[]" }
    var said = relationship
    noteWhatRelationshipsCannotSay(&said, entity)
    plan.macro = macro(of: relationship, in: entity, isUnique: isUnique)
    return (plan, .relationship(said))
  }

  private mutating func noteWhatRelationshipsCannotSay(
    _ said: inout RelationshipDescription, _ entity: String
  ) {
    if said.isOrdered {
      said.isOrdered = false
      note(
        "The relationship is ordered, which none of SwiftData's is; give what it leads to an attribute "
          + "for its place, and sort by that.", entity, said.name, changesVersionHash: true)
    }
    if inverses[entity, said.name] == .impossible {
      note(
        "The inverse \(said.destination).\(said.inverseName ?? "") is left out: it does not lead "
          + "back to the class that declares this one.",
        entity, said.name, changesVersionHash: true)
      said.inverseName = nil
    }
    if inverses[entity, said.name] == .itself {
      said.inverseName = nil
      note(
        "That the relationship is its own inverse cannot be said; stores that tell it keep it so.",
        entity, said.name)
    }
    if said.preservesValueOnDeletion {
      said.preservesValueOnDeletion = false
      note(
        "That the history keeps the value on deletion is said of attributes only.", entity,
        said.name)
    }
  }

  private func macro(
    of relationship: RelationshipDescription, in entity: String, isUnique: Bool
  ) -> (name: String, arguments: [String])? {
    var arguments = isUnique ? [".unique"] : []
    if relationship.deleteRule != .nullify {
      arguments.append("deleteRule: .\(relationship.deleteRule)")
    }
    if relationship.minimumCount > 0 {
      arguments.append("minimumModelCount: \(relationship.minimumCount)")
    }
    if relationship.isToMany, relationship.maximumCount != 0 {
      arguments.append("maximumModelCount: \(relationship.maximumCount)")
    }
    if let name = relationship.originalName {
      arguments.append("originalName: \(SwiftName.literal(name))")
    }
    switch inverses[entity, relationship.name] {
    case .given(let other, let name):
      arguments.append("inverse: \\\(names.model(other)).\(SwiftName.spelled(name))")
    case .none: arguments.append("inverse: nil")
    case .nothing, .itself, .impossible: break
    }
    if let modifier = relationship.versionHashModifier {
      arguments.append("hashModifier: \(SwiftName.literal(modifier))")
    }
    return arguments.isEmpty ? nil : (names.swiftData("Relationship"), arguments)
  }
}
