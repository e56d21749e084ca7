import DataSchema

extension SchemaEditor {
  /// Applies `kind` if it is a change of properties of any kind, and returns whether it is.
  package mutating func applyToProperty(_ kind: SchemaChange.Kind) -> Bool {
    switch kind {
    case .addProperty:
      guard let entity = pickEntity() else { break }
      let name = generator.dice.pick(SchemaGenerator.propertyNames) ?? "a"
      var property = generator.property(named: name)
      // Most are optional, as a careful user would add them.
      if generator.dice.chance(70) { property.makeOptional() }
      model.entities[entity].properties.append(property)
    case .removeProperty:
      guard let place = pickPlace(where: { $0.relationship == nil }) else { break }
      model.entities[place.entity].properties.remove(at: place.property)
    case .renameProperty: renameAny { _ in true }
    case .renameAgain: renameAny { $0.originalName != nil }
    case .swapNames: swapNames()
    case .claimTwice: claimTwice()
    case .widen: widen()
    case .retype:
      guard let place = pickPlace(where: { $0.isStored && $0.relationship == nil }) else { break }
      let new = generator.property(named: self[place].name)
      if new.isStored { self[place] = new }
    case .toggleOptional: changeAttribute { attribute, _ in attribute.isOptional.toggle() }
    case .changeDefault: changeDefault()
    case .toggleExternal:
      changeAttribute(where: { $0.type == .binaryData }) { attribute, _ in
        attribute.storesExternally.toggle()
      }
    case .toggleTransient: changeAttribute { attribute, _ in attribute.isTransient.toggle() }
    case .changeKind:
      guard let place = pickPlace(where: \.isStored), let other = pickEntity() else { break }
      let name = self[place].name
      self[place] =
        self[place].relationship == nil
        ? .relationship(.init(name: name, destination: model.entities[other].name))
        : .attribute(.init(name: name, type: .string, isOptional: true))
    default: return false
    }
    return true
  }

  private mutating func changeDefault() {
    changeAttribute { attribute, dice in
      attribute.defaultValue = dice.chance(30) ? nil : .random(for: attribute.type, &dice)
      if dice.chance(40) { attribute.isOptional = false }
    }
  }

  private mutating func widen() {
    let wider: [AttributeType: [AttributeType]] = [
      .boolean: [.integer16, .integer32, .integer64],
      .integer16: [.integer32, .integer64, .float, .double, .decimal],
      .integer32: [.integer64, .double, .decimal], .integer64: [.decimal, .double, .double],
      .float: [.double], .uri: [.string],
    ]
    changeAttribute(where: { wider[$0.type] != nil }) { attribute, dice in
      guard let type = dice.pick(wider[attribute.type] ?? []) else { return }
      attribute.type = type
      attribute.defaultValue = attribute.defaultValue.map { _ in .random(for: type, &dice) }
    }
  }
}

extension SchemaEditor {
  private mutating func renameAny(where condition: (PropertyDescription) -> Bool) {
    guard let place = pickPlace(where: { $0.isStored && condition($0) }) else { return }
    let pool =
      self[place].relationship == nil
      ? SchemaGenerator.propertyNames : SchemaGenerator.relationshipNames
    let taken = Set(model.entities.flatMap(\.properties).map(\.name))
    guard let name = generator.dice.pick(pool.filter { !taken.contains($0) }) else { return }
    rename(place, to: name)
  }

  /// Renames a property, and records its original name.
  package mutating func rename(_ place: Place, to name: String) {
    let old = self[place]
    // After several renames, the name in any earlier version is valid.
    let original =
      old.originalName != nil && generator.dice.chance(40) ? old.originalName : old.name
    self[place] = old.renamed(to: name, originalName: original)
    let entity = model.entities[place.entity].name
    if let relationship = old.relationship {
      renameInverse(old.name, to: name, in: relationship.destination, of: entity)
    }
    renameInIndexes(old.name, to: name, within: entity)
  }

  private mutating func renameInverse(
    _ old: String, to name: String, in destination: String, of entity: String
  ) {
    for index in model.entities.indices where model.entities[index].name == destination {
      model.entities[index].properties = model.entities[index].properties.map { property in
        guard case .relationship(var inverse) = property, inverse.inverseName == old,
          inverse.destination == entity
        else { return property }
        inverse.inverseName = name
        return .relationship(inverse)
      }
    }
  }

  package mutating func renameInIndexes(_ old: String, to name: String, within entity: String) {
    let schema = FlatSchema(model)
    func renamed(_ path: String) -> String {
      if path == old { return name }
      return path.hasPrefix(old + ".") ? name + path.dropFirst(old.count) : path
    }
    for index in model.entities.indices
    where schema.isWithin(model.entities[index].name, entity) {
      model.entities[index].uniquenessConstraints =
        model.entities[index].uniquenessConstraints.map { $0.map(renamed) }
      for number in model.entities[index].indexes.indices {
        let names = model.entities[index].indexes[number].propertyNames
        model.entities[index].indexes[number].propertyNames = names.map(renamed)
      }
    }
  }

  private mutating func swapNames() {
    guard let entity = pickEntity() else { return }
    let stored = model.entities[entity].properties.indices.filter {
      let property = model.entities[entity].properties[$0]
      return property.isStored && property.relationship == nil
    }
    let pair = generator.dice.shuffled(stored).prefix(2).map { Place(entity: entity, property: $0) }
    guard pair.count == 2 else { return }
    let (first, second) = (self[pair[0]], self[pair[1]])
    self[pair[0]] = first.renamed(to: second.name, originalName: first.name)
    self[pair[1]] = second.renamed(to: first.name, originalName: second.name)
  }

  /// Makes another property claim the same original name.
  private mutating func claimTwice() {
    guard let place = pickPlace(where: { $0.originalName != nil && $0.isStored }),
      let original = self[place].originalName,
      let name = generator.dice.pick(SchemaGenerator.propertyNames)
    else { return }
    let copy = self[place].renamed(to: name, originalName: original)
    if copy.relationship == nil { model.entities[place.entity].properties.append(copy) }
  }
}

extension PropertyDescription {
  package func renamed(to name: String, originalName: String?) -> PropertyDescription {
    switch self {
    case .attribute(var attribute):
      (attribute.name, attribute.originalName) = (name, originalName)
      return .attribute(attribute)
    case .composite(var composite):
      (composite.name, composite.originalName) = (name, originalName)
      return .composite(composite)
    case .relationship(var relationship):
      if relationship.inverseName == relationship.name { relationship.inverseName = name }
      (relationship.name, relationship.originalName) = (name, originalName)
      return .relationship(relationship)
    case .derived: return self
    }
  }

  package mutating func makeOptional() {
    switch self {
    case .attribute(var attribute):
      attribute.isOptional = true
      self = .attribute(attribute)
    case .composite(var composite):
      composite.isOptional = true
      self = .composite(composite)
    case .relationship, .derived: break
    }
  }
}
