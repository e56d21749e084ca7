import DataSchema

/// The entities of a schema, checked, numbered and linked to their parents and inverses.
struct EntityGraph {
  struct Node {
    var entity: EntityDescription
    var number: Int
    /// 0 for a root.
    var parentNumber: Int
    var rootNumber: Int
    /// The entity's own number and those of all entities below it, which follow it directly.
    var descendants: ClosedRange<Int>
    /// The relationships that the entity itself declares and stores, by name.
    let storedRelationships: [Relationship]

    var isRoot: Bool { parentNumber == 0 }
    var hasSubentities: Bool { descendants.count > 1 }
  }

  /// A relationship together with the entity that declares it.
  struct Relationship: Hashable {
    var ownerNumber: Int
    var description: RelationshipDescription

    var name: String { description.name }

    /// Whether both are the same: an entity has one relationship of a name.
    static func == (lhs: Self, rhs: Self) -> Bool {
      lhs.ownerNumber == rhs.ownerNumber && lhs.name == rhs.name
    }

    func hash(into hasher: inout Hasher) {
      hasher.combine(ownerNumber)
      hasher.combine(name)
    }
  }

  /// In the order of their numbers: the first has number 1.
  private(set) var nodes: [Node] = []
  private var numbers: [String: Int] = [:]

  init(model: ModelDescription) throws(LayoutError) {
    try checkNames(in: model)
    var children: [String: [EntityDescription]] = [:]
    for entity in model.entities {
      if let parent = entity.parentName { children[parent, default: []].append(entity) }
    }
    number(model.entities.filter { $0.parentName == nil }, below: nil, children: children)
    // Whatever cannot be reached from a root hangs on itself.
    if let unreached = model.entities.first(where: { numbers[$0.name] == nil }) {
      throw LayoutError(entity: unreached.name, problem: .cyclicInheritance)
    }
    for node in nodes { try checkProperties(of: node) }
  }

  subscript(number: Int) -> Node { nodes[number - 1] }

  func node(named name: String) -> Node? { numbers[name].map { self[$0] } }

  /// The entity's ancestors from the root down, and the entity itself.
  func lineage(of node: Node) -> [Node] {
    var lineage = [node]
    var parent = node.parentNumber
    while parent != 0 {
      lineage.append(self[parent])
      parent = self[parent].parentNumber
    }
    return lineage.reversed()
  }

  /// The relationship of that name which the entity declares or inherits.
  func relationship(_ name: String, of node: Node) -> Relationship? {
    for owner in lineage(of: node) {
      for case .relationship(let description) in owner.entity.properties
      where description.name == name {
        return Relationship(ownerNumber: owner.number, description: description)
      }
    }
    return nil
  }

  func destination(of relationship: Relationship) throws(LayoutError) -> Node {
    guard let node = node(named: relationship.description.destination) else {
      throw LayoutError(
        entity: self[relationship.ownerNumber].entity.name,
        problem: .unknownDestination(
          relationship: relationship.name, destination: relationship.description.destination))
    }
    return node
  }

  /// The other end of the relationship; nil when it has none.
  func inverse(of relationship: Relationship) throws(LayoutError) -> Relationship? {
    guard let inverseName = relationship.description.inverseName else { return nil }
    let destination = try destination(of: relationship)
    let owner = self[relationship.ownerNumber].entity.name
    guard let inverse = self.relationship(inverseName, of: destination),
      !inverse.description.isTransient
    else {
      throw LayoutError(
        entity: owner,
        problem: .unknownInverse(
          relationship: relationship.name, destination: destination.entity.name,
          inverse: inverseName))
    }
    guard inverse.description.inverseName == relationship.name else {
      throw LayoutError(
        entity: owner,
        problem: .contradictoryInverse(
          relationship: relationship.name, destination: destination.entity.name,
          inverse: inverseName))
    }
    return inverse
  }
}

extension EntityGraph {
  private func checkNames(in model: ModelDescription) throws(LayoutError) {
    var names: Set<String> = []
    for entity in model.entities where !names.insert(entity.name).inserted {
      throw LayoutError(entity: entity.name, problem: .duplicateEntity)
    }
    for entity in model.entities {
      if let parent = entity.parentName, !names.contains(parent) {
        throw LayoutError(entity: entity.name, problem: .unknownParent(parent))
      }
    }
  }

  /// Numbers depth first, siblings in the order of their names regardless of case.
  private mutating func number(
    _ siblings: [EntityDescription], below parent: Node?,
    children: [String: [EntityDescription]]
  ) {
    for entity in siblings.sorted(by: precedes) {
      let number = nodes.count + 1
      numbers[entity.name] = number
      let node = Node(
        entity: entity, number: number, parentNumber: parent?.number ?? 0,
        rootNumber: parent?.rootNumber ?? number, descendants: number...number,
        storedRelationships: entity.storedRelationships(number))
      nodes.append(node)
      self.number(children[entity.name] ?? [], below: node, children: children)
      nodes[number - 1].descendants = number...nodes.count
    }
  }

  private func precedes(_ one: EntityDescription, _ other: EntityDescription) -> Bool {
    let (first, second) = (one.name.lowercased(), other.name.lowercased())
    return first == second
      ? one.name.precedesByCodeUnits(other.name) : first.precedesByCodeUnits(second)
  }

  private func checkProperties(of node: Node) throws(LayoutError) {
    var names: Set<String> = []
    for property in lineage(of: node).flatMap(\.entity.properties)
    where !names.insert(property.name).inserted {
      throw LayoutError(entity: node.entity.name, problem: .duplicateProperty(property.name))
    }
  }
}
