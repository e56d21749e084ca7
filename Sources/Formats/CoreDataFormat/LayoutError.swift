/// A mistake in a schema that makes it impossible to derive its tables.
package struct LayoutError: Error, Hashable, Sendable, CustomStringConvertible {
  package enum Problem: Hashable, Sendable {
    case duplicateEntity
    case unknownParent(String)
    case cyclicInheritance
    case duplicateProperty(String)
    case unknownDestination(relationship: String, destination: String)
    case unknownInverse(relationship: String, destination: String, inverse: String)
    case contradictoryInverse(relationship: String, destination: String, inverse: String)
    case unknownIndexedProperty(String)
    case unindexableProperty(String)
  }

  package var entity: String
  package var problem: Problem

  package var description: String { "Entity \(entity): \(explanation)" }

  private var explanation: String {
    switch problem {
    case .duplicateEntity:
      "two entities of the schema have this name; rename one of them"
    case .unknownParent(let parent):
      "its parent \(parent) is not in the schema; add it"
    case .cyclicInheritance:
      "it inherits from itself"
    case .duplicateProperty(let name):
      "the property \(name) is declared twice, in the entity or in a parent; rename one of them"
    case .unknownDestination(let relationship, let destination):
      "the relationship \(relationship) refers to \(destination), which is not in the schema; "
        + "add it"
    case .unknownInverse(let relationship, let destination, let inverse):
      "the relationship \(relationship) names \(destination).\(inverse) as its inverse, which is "
        + "not a relationship of that entity; name one of its relationships"
    case .contradictoryInverse(let relationship, let destination, let inverse):
      "the relationship \(relationship) names \(destination).\(inverse) as its inverse, which names "
        + "another inverse; make each the inverse of the other"
    case .unknownIndexedProperty(let name):
      "an index or uniqueness constraint names \(name), which is not a stored property"
    case .unindexableProperty(let name):
      "an index or uniqueness constraint names \(name), which has no column in the table; "
        + "to-many relationships cannot be indexed"
    }
  }
}
