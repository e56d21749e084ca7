import DataSchema

extension SchemaEditor {
  package mutating func applyToEntity(_ kind: SchemaChange.Kind) {
    switch kind {
    case .addEntity:
      guard let name = freeEntityName() else { break }
      model.entities.append(generator.entity(named: name))
    case .removeEntity:
      guard model.entities.count > 1, let index = pickEntity() else { break }
      model.entities.remove(at: index)
    case .renameEntity: renameEntity { _ in true }
    case .renameEntityAgain: renameEntity { $0.originalName != nil }
    case .swapEntityNames: swapEntityNames()
    case .claimEntityTwice: claimEntityTwice()
    case .insertParent: insertParent()
    case .moveBelow:
      guard let child = pickEntity(), let parent = pickEntity(), child != parent else { break }
      model.entities[child].parentName = model.entities[parent].name
    case .moveOut:
      let children = model.entities.indices.filter { model.entities[$0].parentName != nil }
      guard let child = generator.dice.pick(children) else { break }
      moveOut(child)
    case .pullUp: pullUp()
    case .modifyHash: modifyHash()
    default: applyToIndexes(kind)
    }
  }

  private mutating func applyToIndexes(_ kind: SchemaChange.Kind) {
    guard let index = pickEntity() else { return }
    switch kind {
    case .addConstraint: generator.addConstraint(to: index, of: &model)
    case .removeConstraint: _ = model.entities[index].uniquenessConstraints.popLast()
    case .addIndex: generator.addIndex(to: index, of: &model)
    case .removeIndex: _ = model.entities[index].indexes.popLast()
    default: break
    }
  }

  private mutating func freeEntityName() -> String? {
    let taken = Set(model.entities.map(\.name))
    return generator.dice.pick(SchemaGenerator.entityNames.filter { !taken.contains($0) })
  }

  private mutating func renameEntity(where condition: (EntityDescription) -> Bool) {
    let indices = model.entities.indices.filter { condition(model.entities[$0]) }
    guard let index = generator.dice.pick(indices), let name = freeEntityName() else { return }
    let old = model.entities[index].name
    if model.entities[index].originalName == nil || generator.dice.chance(60) {
      model.entities[index].originalName = old
    }
    renameEntities { $0 == old ? name : $0 }
  }

  private mutating func renameEntities(_ rename: (String) -> String) {
    for index in model.entities.indices {
      model.entities[index].name = rename(model.entities[index].name)
      model.entities[index].parentName = model.entities[index].parentName.map(rename)
      model.entities[index].properties = model.entities[index].properties.map { property in
        guard case .relationship(var relationship) = property else { return property }
        relationship.destination = rename(relationship.destination)
        return .relationship(relationship)
      }
    }
  }

  private mutating func swapEntityNames() {
    guard let first = pickEntity(), let second = pickEntity(), first != second else { return }
    let (one, other) = (model.entities[first].name, model.entities[second].name)
    model.entities[first].originalName = one
    model.entities[second].originalName = other
    renameEntities { $0 == one ? other : $0 == other ? one : $0 }
  }

  /// Makes two entities claim the same original name.
  private mutating func claimEntityTwice() {
    renameEntity { _ in true }
    let renamed = model.entities.filter { $0.originalName != nil && $0.originalName != $0.name }
    guard let entity = generator.dice.pick(renamed), let name = freeEntityName() else { return }
    var copy = generator.entity(named: name)
    copy.originalName = entity.originalName
    model.entities.append(copy)
  }
}

extension SchemaEditor {
  /// Inserts a new root above one or two roots, and moves a property there that both may have.
  private mutating func insertParent() {
    let roots = model.entities.indices.filter { model.entities[$0].parentName == nil }
    let children = generator.dice.shuffled(roots).prefix(generator.dice.number(1...2))
    guard let name = freeEntityName() else { return }
    var parent = EntityDescription(name: name, isAbstract: generator.dice.chance(40))
    for child in children { model.entities[child].parentName = name }
    let own = children.first.map { model.entities[$0].properties } ?? []
    if let shared = generator.dice.pick(own.filter { $0.relationship == nil }) {
      parent.properties.append(shared)
    }
    // Inserted before its children, so that their duplicates of its properties are removed.
    model.entities.insert(parent, at: 0)
  }

  /// Makes a child a root, sometimes with its inherited properties.
  private mutating func moveOut(_ child: Int) {
    let name = model.entities[child].name
    let inherited = FlatSchema(model)[name]?.properties.values.filter { $0.relationship == nil }
    model.entities[child].parentName = nil
    guard generator.dice.chance(70) else { return }
    let own = Set(model.entities[child].properties.map(\.name))
    model.entities[child].properties += (inherited ?? [])
      .filter { !own.contains($0.name) }.sorted { $0.name < $1.name }
  }

  /// Moves a property between a child and its parent.
  private mutating func pullUp() {
    let children = model.entities.indices.filter { model.entities[$0].parentName != nil }
    guard let child = generator.dice.pick(children),
      let parent = model.entities.firstIndex(where: {
        $0.name == model.entities[child].parentName
      })
    else { return }
    let (from, to) = generator.dice.chance(60) ? (child, parent) : (parent, child)
    let movable = model.entities[from].properties.indices.filter {
      model.entities[from].properties[$0].relationship?.inverseName == nil
    }
    guard let index = generator.dice.pick(movable) else { return }
    let property = model.entities[from].properties.remove(at: index)
    model.entities[to].properties.append(property)
  }

  private mutating func modifyHash() {
    guard let index = pickEntity() else { return }
    model.entities[index].versionHashModifier = "v\(generator.dice.number(2...9))"
    changeAttribute { attribute, _ in attribute.versionHashModifier = "v2" }
  }
}
