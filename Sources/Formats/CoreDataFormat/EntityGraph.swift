import DataSchema

/// The entities of a schema, checked, numbered and linked to their parents and inverses.
struct EntityGraph: Sendable {
  struct Node: Sendable {
    var name: String
    /// The entity's own properties.
    var properties: [PropertyDescription]
    var number: Int
    /// The number of the parent; 0 for a root.
    var parentNumber: Int
    var rootNumber: Int
    /// The entity's own number and those of all entities below it, which follow it directly.
    var descendants: ClosedRange<Int>
    /// The indexes of the relationships that the entity itself declares and stores, ordered by
    /// name.
    var relationships: Range<Int>

    var isRoot: Bool { parentNumber == 0 }
    var hasSubentities: Bool { descendants.count > 1 }
  }

  /// A stored relationship together with the entity that declares it.
  struct Relationship: Sendable {
    /// The index among all relationships of the schema.
    fileprivate(set) var index = 0
    let ownerNumber: Int
    let name: String
    let isToMany: Bool
    let isOrdered: Bool
    fileprivate let destinationName: String
    fileprivate let inverseName: String?
    fileprivate(set) var destinationNumber = 0
    /// The index of the inverse relationship; nil if there is none.
    fileprivate(set) var inverseIndex: Int?

    fileprivate init(_ description: RelationshipDescription, ownerNumber: Int) {
      self.ownerNumber = ownerNumber
      name = description.name
      isToMany = description.isToMany
      isOrdered = description.isOrdered
      destinationName = description.destination
      inverseName = description.inverseName
    }
  }

  /// The entities in the order of their numbers: the first has number 1.
  private(set) var nodes: [Node] = []
  /// The relationships in the order of their owners' numbers, and of their names.
  private(set) var relationships: [Relationship] = []
  /// The indexes of the to-many relationships without inverse.
  private var loose: [Int] = []
  /// The numbers by entity name; 0 for an entity that has no number yet.
  private var numbers: [String: Int] = [:]

  /// - Throws: `LayoutError` if the schema contradicts itself.
  init(model: ModelDescription) throws(LayoutError) {
    try takeNames(of: model)
    var children: [String: [EntityDescription]] = [:]
    for entity in model.entities {
      if let parent = entity.parentName { children[parent, default: []].append(entity) }
    }
    nodes.reserveCapacity(model.entities.count)
    number(model.entities.filter { $0.parentName == nil }, below: nil, children: children)
    // An entity that cannot be reached from a root inherits from itself.
    if nodes.count < model.entities.count,
      let unreached = model.entities.first(where: { numbers[$0.name] == 0 })
    {
      throw LayoutError(entity: unreached.name, problem: .cyclicInheritance)
    }
    for node in nodes { try checkProperties(of: node) }
    for index in relationships.indices { try findDestination(of: index) }
    for index in relationships.indices { try findInverse(of: index) }
    loose = relationships.indices.filter {
      relationships[$0].isToMany && relationships[$0].inverseIndex == nil
    }
  }

  subscript(number: Int) -> Node { nodes[number - 1] }

  func node(named name: String) -> Node? { numbers[name].map { self[$0] } }

  /// Returns the entity's ancestors from the root down, and the entity itself.
  func lineage(of node: Node) -> [Node] {
    guard !node.isRoot else { return [node] }
    var lineage = [node]
    var parent = node.parentNumber
    while parent != 0 {
      lineage.append(self[parent])
      parent = self[parent].parentNumber
    }
    return lineage.reversed()
  }

  /// Returns the to-many relationships without inverse whose destination is in the tree of a root.
  func withoutInverse(to root: Node) -> [Relationship] {
    loose.filter { self[relationships[$0].destinationNumber].rootNumber == root.number }
      .map { relationships[$0] }
  }

  func destination(of relationship: Relationship) -> Node { self[relationship.destinationNumber] }

  /// Returns the inverse of a relationship; nil if there is none.
  func inverse(of relationship: Relationship) -> Relationship? {
    relationship.inverseIndex.map { relationships[$0] }
  }
}

extension EntityGraph {
  private mutating func takeNames(of model: ModelDescription) throws(LayoutError) {
    for entity in model.entities where numbers.updateValue(0, forKey: entity.name) != nil {
      throw LayoutError(entity: entity.name, problem: .duplicateEntity)
    }
    for entity in model.entities {
      if let parent = entity.parentName, numbers[parent] == nil {
        throw LayoutError(entity: entity.name, problem: .unknownParent(parent))
      }
    }
  }

  /// Numbers the entities depth first, siblings in the order of their names regardless of case.
  private mutating func number(
    _ siblings: [EntityDescription], below parent: Node?,
    children: [String: [EntityDescription]]
  ) {
    for entity in Self.inOrder(siblings) {
      let number = nodes.count + 1
      numbers[entity.name] = number
      let node = Node(
        name: entity.name, properties: entity.properties, number: number,
        parentNumber: parent?.number ?? 0,
        rootNumber: parent?.rootNumber ?? number, descendants: number...number,
        relationships: addRelationships(of: entity, number))
      nodes.append(node)
      guard !children.isEmpty, let below = children[entity.name] else { continue }
      self.number(below, below: node, children: children)
      nodes[number - 1].descendants = number...nodes.count
    }
  }

  private static func inOrder(_ siblings: [EntityDescription]) -> [EntityDescription] {
    let keys = siblings.map { $0.name.lowercased() }
    return siblings.indices.sorted { one, other in
      keys[one] == keys[other]
        ? siblings[one].name.precedesByCodeUnits(siblings[other].name)
        : keys[one].precedesByCodeUnits(keys[other])
    }.map { siblings[$0] }
  }

  private mutating func addRelationships(
    of entity: EntityDescription, _ number: Int
  ) -> Range<Int> {
    let start = relationships.count
    var found: [Relationship] = []
    for case .relationship(let description) in entity.properties where !description.isTransient {
      found.append(Relationship(description, ownerNumber: number))
    }
    relationships += found.inOrder { $0.name }
    for index in start..<relationships.count { relationships[index].index = index }
    return start..<relationships.count
  }

  private func checkProperties(of node: Node) throws(LayoutError) {
    var names: [String] = []
    for owner in lineage(of: node) {
      for property in owner.properties { names.append(property.name) }
    }
    if let repeated = names.firstRepeated {
      throw LayoutError(entity: node.name, problem: .duplicateProperty(repeated))
    }
  }

  private mutating func findDestination(of index: Int) throws(LayoutError) {
    let destination = relationships[index].destinationName
    guard let number = numbers[destination] else {
      throw LayoutError(
        entity: self[relationships[index].ownerNumber].name,
        problem: .unknownDestination(
          relationship: relationships[index].name, destination: destination))
    }
    relationships[index].destinationNumber = number
  }

  private mutating func findInverse(of index: Int) throws(LayoutError) {
    let relationship = relationships[index]
    guard let name = relationship.inverseName else { return }
    guard let inverse = self.index(of: name, in: relationship.destinationNumber) else {
      throw LayoutError(
        entity: self[relationship.ownerNumber].name,
        problem: .unknownInverse(
          relationship: relationship.name, destination: relationship.destinationName,
          inverse: name))
    }
    guard relationships[inverse].inverseName == relationship.name else {
      throw LayoutError(
        entity: self[relationship.ownerNumber].name,
        problem: .contradictoryInverse(
          relationship: relationship.name, destination: relationship.destinationName,
          inverse: name))
    }
    relationships[index].inverseIndex = inverse
  }

  /// Returns the index of the stored relationship with a name that the entity declares or inherits.
  private func index(of name: String, in number: Int) -> Int? {
    // No name occurs twice among an entity and its ancestors.
    var owner = number
    while owner != 0 {
      for index in nodes[owner - 1].relationships where relationships[index].name == name {
        return index
      }
      owner = nodes[owner - 1].parentNumber
    }
    return nil
  }
}

extension Array {
  /// Returns the elements in the order of their names' code units.
  ///
  /// Sorts indexes instead of descriptions, which hold many references each.
  func inOrder(by name: (Element) -> String) -> [Element] {
    guard count > 1 else { return self }
    let names = map(name)
    return indices.sorted { names[$0].precedesByCodeUnits(names[$1]) }.map { self[$0] }
  }
}

extension [String] {
  /// The first string that also occurs earlier in the array.
  fileprivate var firstRepeated: String? {
    // Comparing a few strings is cheaper than hashing them.
    if count <= 16 {
      for index in indices {
        for before in 0..<index where self[before] == self[index] { return self[index] }
      }
      return nil
    }
    var seen: Set<String> = []
    return first { !seen.insert($0).inserted }
  }
}
