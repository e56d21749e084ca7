/// The entities of a schema with their inherited properties.
package struct Lineage: Hashable, Sendable {
  private let entities: [String: EntityDescription]
  private let children: [String: [String]]

  package init(_ model: ModelDescription) {
    entities = Dictionary(model.entities.map { ($0.name, $0) }, uniquingKeysWith: { $1 })
    children = Dictionary(grouping: model.entities.filter { $0.parentName != nil }) {
      $0.parentName ?? ""
    }.mapValues { $0.map(\.name) }
  }

  /// Returns the entity's ancestors from the root down, and the entity itself.
  package func ancestry(of name: String) -> [EntityDescription] {
    var lineage: [EntityDescription] = []
    var seen: Set<String> = []
    var next: String? = name
    // A missing parent, or one that inherits from itself, ends the loop; building tables for such a
    // model reports it.
    while let name = next, seen.insert(name).inserted, let entity = entities[name] {
      lineage.append(entity)
      next = entity.parentName
    }
    return lineage.reversed()
  }

  /// Returns the properties of an entity, including inherited ones.
  package func properties(of name: String) -> [PropertyDescription] {
    ancestry(of: name).flatMap(\.properties)
  }

  /// Returns a property that the entity declares or inherits.
  package func property(_ property: String, of name: String) -> PropertyDescription? {
    properties(of: name).first { $0.name == property }
  }

  /// Returns the entity that declares a property of `name`.
  package func owner(of property: String, in name: String) -> String? {
    ancestry(of: name).first { $0.properties.contains { $0.name == property } }?.name
  }

  /// Returns the entity itself and all entities below it.
  package func descendants(of name: String) -> [String] {
    var found: [String] = []
    var waiting = [name]
    while let next = waiting.popLast() {
      guard !found.contains(next) else { continue }
      found.append(next)
      waiting += children[next] ?? []
    }
    return found
  }

  /// Returns whether `name` is `ancestor` or an entity below it.
  package func isKind(_ name: String, of ancestor: String) -> Bool {
    ancestry(of: name).contains { $0.name == ancestor }
  }

  /// Returns the root entity of the tree that contains `name`.
  package func root(of name: String) -> String { ancestry(of: name).first?.name ?? name }
}
