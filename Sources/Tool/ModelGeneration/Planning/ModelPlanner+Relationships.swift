import DataSchema

extension ModelPlanner {
  mutating func plan(
    _ relationship: RelationshipDescription, in entity: String, isUnique: Bool
  ) -> (PropertyPlan, PropertyDescription)? {
    guard !relationship.isTransient else {
      note(
        "The relationship is left out, because it is not stored.", entity, relationship.name)
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
        "The relationship is ordered, which SwiftData does not support; add an attribute for the position "
          + "to its destination, and sort by it.", entity, said.name, changesVersionHash: true)
    }
    if inverses[entity, said.name] == .impossible {
      note(
        "The inverse \(said.destination).\(said.inverseName ?? "") is left out, because it does "
          + "not refer back to the class that declares this relationship.",
        entity, said.name, changesVersionHash: true)
      said.inverseName = nil
    }
    if inverses[entity, said.name] == .itself {
      said.inverseName = nil
      note(
        "The code cannot declare that the relationship is its own inverse; existing stores keep that.",
        entity, said.name)
    }
    if said.preservesValueOnDeletion {
      said.preservesValueOnDeletion = false
      note(
        "The history does not preserve the value on deletion; only attributes can have that option.",
        entity, said.name)
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
