import DataSchema

/// Generates random schemas, with names that clash with each other and with Core Data's own.
///
/// They have all types of attributes, composites, all kinds of relationships, inheritance,
/// constraints and indexes.
package struct SchemaGenerator {
  package static let entityNames = [
    "Author", "Book", "Chapter", "draft", "Edition", "Größe", "Item", "item", "Order", "_Metadata",
  ]
  package static let propertyNames = [
    "a", "b", "code", "count", "name", "Name", "name1", "place", "title", "value", "when", "_pk",
    "ent", "größe", "it's", "link",
  ]
  package static let relationshipNames = [
    "owner", "parts", "friend", "peers", "link", "links", "children", "Parts", "base",
  ]
  package static let leafNames = ["x", "y", "id", "name", "lat", "lon"]

  package var dice: Dice

  package init(dice: Dice) { self.dice = dice }

  package mutating func model() -> ModelDescription {
    var model = ModelDescription(entities: [])
    let count = dice.number(1...5)
    for name in dice.shuffled(Self.entityNames).prefix(count) {
      model.entities.append(entity(named: name))
    }
    if dice.chance(35) { addInheritance(to: &model) }
    for _ in 0..<dice.number(0...4) { addRelationship(to: &model) }
    model = model.repaired()
    for index in model.entities.indices {
      if dice.chance(35) { addConstraint(to: index, of: &model) }
      if dice.chance(40) { addIndex(to: index, of: &model) }
    }
    return model.repaired()
  }

  package mutating func entity(named name: String) -> EntityDescription {
    var entity = EntityDescription(name: name)
    if dice.chance(10) { entity.originalName = dice.pick(["Old\(name)", "Book", name]) }
    for _ in 0..<dice.number(0...4) {
      let name = dice.pick(Self.propertyNames) ?? "a"
      entity.properties.append(property(named: name))
    }
    return entity
  }

  private mutating func addInheritance(to model: inout ModelDescription) {
    for index in model.entities.indices.dropFirst() where dice.chance(60) {
      let parent = dice.number(0...index - 1)
      model.entities[index].parentName = model.entities[parent].name
      if dice.chance(25) { model.entities[parent].isAbstract = true }
    }
  }
}

extension SchemaGenerator {
  package mutating func property(named name: String) -> PropertyDescription {
    switch dice.number(0...99) {
    case 0..<16: .composite(composite(named: name, depth: 0))
    case 16..<18: .derived(DerivedDescription(name: name, expression: "a.b"))
    default: .attribute(attribute(named: name))
    }
  }

  package mutating func attribute(named name: String) -> AttributeDescription {
    // Types that can be widened are frequent.
    let small: [AttributeType] = [
      .boolean, .integer16, .integer32, .integer64, .integer64, .float, .uri,
    ]
    let type = dice.pick(dice.chance(50) ? small : AttributeType.allCases) ?? .string
    var attribute = AttributeDescription(name: name, type: type, isOptional: dice.chance(50))
    if dice.chance(35) { attribute.defaultValue = .random(for: type, &dice) }
    attribute.storesExternally = type == .binaryData && dice.chance(40)
    attribute.isTransient = dice.chance(4)
    attribute.preservesValueOnDeletion = dice.chance(5)
    if dice.chance(8) { attribute.originalName = dice.pick(["old", "a", "b", "name"]) }
    return attribute
  }

  package mutating func composite(named name: String, depth: Int) -> CompositeDescription {
    var elements: [PropertyDescription] = []
    for leaf in dice.shuffled(Self.leafNames).prefix(dice.number(1...3)) {
      elements.append(element(named: leaf, depth: depth))
    }
    return CompositeDescription(name: name, isOptional: dice.chance(40), elements: elements)
  }

  package mutating func element(named name: String, depth: Int) -> PropertyDescription {
    if depth < 2, dice.chance(25) {
      return .composite(composite(named: name, depth: depth + 1))
    }
    var leaf = attribute(named: name)
    // Options that columns of composites cannot have.
    (leaf.isTransient, leaf.storesExternally, leaf.originalName) = (false, false, nil)
    leaf.preservesValueOnDeletion = false
    return .attribute(leaf)
  }
}

extension SchemaGenerator {
  /// Adds a relationship, with or without inverse, between any two entities.
  package mutating func addRelationship(to model: inout ModelDescription) {
    guard let owner = dice.pick(Array(model.entities.indices)),
      let other = dice.pick(Array(model.entities.indices))
    else { return }
    let name = dice.pick(Self.relationshipNames) ?? "owner"
    var relationship = RelationshipDescription(
      name: name, destination: model.entities[other].name, isToMany: dice.chance(55))
    relationship.isOptional = relationship.isToMany ? dice.chance(50) : dice.chance(92)
    relationship.deleteRule = dice.pick([.nullify, .cascade, .deny]) ?? .nullify
    relationship.isTransient = dice.chance(2)
    guard dice.chance(65) else {
      model.entities[owner].properties.append(.relationship(relationship))
      return
    }
    if owner == other, dice.chance(40) {
      relationship.inverseName = name
    } else {
      addInverse(of: &relationship, from: owner, to: other, in: &model)
    }
    model.entities[owner].properties.append(.relationship(relationship))
  }

  package mutating func addInverse(
    of relationship: inout RelationshipDescription, from owner: Int, to other: Int,
    in model: inout ModelDescription
  ) {
    let taken = Set(model.entities[other].properties.map(\.name) + [relationship.name])
    let free = Self.relationshipNames.filter { !taken.contains($0) }
    guard let name = dice.pick(free) else { return }
    relationship.inverseName = name
    let inverse = RelationshipDescription(
      name: name, destination: model.entities[owner].name, inverseName: relationship.name,
      isToMany: dice.chance(55))
    model.entities[other].properties.append(.relationship(inverse))
  }

  package mutating func addConstraint(to index: Int, of model: inout ModelDescription) {
    let names = FlatSchema(model).indexablePaths(of: model.entities[index].name)
    let constraint = Array(dice.shuffled(names).prefix(dice.number(1...2)))
    if !constraint.isEmpty { model.entities[index].uniquenessConstraints.append(constraint) }
  }

  package mutating func addIndex(to index: Int, of model: inout ModelDescription) {
    let name = model.entities[index].name
    let schema = FlatSchema(model)
    let numbers = schema.numberPaths(of: name)
    if numbers.count > 1, dice.chance(60) {
      let pair = Array(dice.shuffled(numbers).prefix(2))
      model.entities[index].indexes.append(IndexDescription(kind: .rtree, propertyNames: pair))
    } else {
      let names = dice.shuffled(schema.indexablePaths(of: name)).prefix(dice.number(1...2))
      guard !names.isEmpty else { return }
      model.entities[index].indexes.append(IndexDescription(propertyNames: Array(names)))
    }
  }
}
