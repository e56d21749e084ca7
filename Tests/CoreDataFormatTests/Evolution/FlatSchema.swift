import DataSchema

/// A schema with what each entity inherits spread out over it; without what no column holds.
struct FlatSchema {
  struct Entity {
    var description: EntityDescription
    /// The names from the root down to the entity itself.
    var lineage: [String]
    /// The stored properties by name, inherited ones included.
    var properties: [String: PropertyDescription] = [:]
    /// The entity that declares each of them.
    var declarers: [String: String] = [:]

    var name: String { description.name }
    var isAbstract: Bool { description.isAbstract }
    var root: String { lineage.first ?? name }

    var relationships: [RelationshipDescription] {
      properties.values.compactMap(\.relationship).sorted { $0.name.precedesByCodeUnits($1.name) }
    }
  }

  let entities: [String: Entity]
  /// In the order of code units.
  let names: [String]

  init(_ model: ModelDescription) {
    let described = Dictionary(model.entities.map { ($0.name, $0) }, uniquingKeysWith: { $1 })
    entities = described.mapValues { description in
      var lineage = [description.name]
      var next = description.parentName
      while let name = next, !lineage.contains(name) {
        lineage.insert(name, at: 0)
        next = described[name]?.parentName
      }
      var entity = Entity(description: description, lineage: lineage)
      for name in lineage {
        for property in described[name]?.properties ?? [] where property.isStored {
          entity.properties[property.name] = property
          entity.declarers[property.name] = name
        }
      }
      return entity
    }
    names = described.keys.sorted { $0.precedesByCodeUnits($1) }
  }

  subscript(name: String) -> Entity? { entities[name] }

  /// Those that may have rows, in the order of their names.
  var concrete: [Entity] { names.compactMap { entities[$0] }.filter { !$0.isAbstract } }

  func concrete(within ancestor: String) -> [Entity] {
    concrete.filter { $0.lineage.contains(ancestor) }
  }

  func isWithin(_ name: String, _ ancestor: String) -> Bool {
    entities[name]?.lineage.contains(ancestor) ?? false
  }

  func root(of name: String) -> String { entities[name]?.root ?? name }

  /// The roots in the order of their numbers.
  var roots: [String] {
    names.filter { entities[$0]?.lineage.count == 1 }.sorted {
      let (one, other) = ($0.lowercased(), $1.lowercased())
      return one == other ? $0.precedesByCodeUnits($1) : one.precedesByCodeUnits(other)
    }
  }

  func inverse(of relationship: RelationshipDescription) -> RelationshipDescription? {
    relationship.inverseName.flatMap {
      entities[relationship.destination]?.properties[$0]?.relationship
    }
  }
}

extension PropertyDescription {
  var relationship: RelationshipDescription? {
    if case .relationship(let relationship) = self { relationship } else { nil }
  }

  /// Whether migration has to care for it.
  var isStored: Bool {
    switch self {
    case .attribute(let attribute): !attribute.isTransient
    case .composite(let composite): !composite.isTransient
    case .relationship(let relationship): !relationship.isTransient
    case .derived: false
    }
  }

  var originalName: String? {
    switch self {
    case .attribute(let attribute): attribute.originalName
    case .composite(let composite): composite.originalName
    case .relationship(let relationship): relationship.originalName
    case .derived: nil
    }
  }
}

/// One value of a property, in a column of its own.
struct ValueLeaf: Hashable {
  /// The name of the property, and of the parts of a composite down to the value, joined by dots.
  var path: String
  var type: AttributeType
  var isOptional: Bool
  var isExternal: Bool
  var defaultValue: DefaultValue?
}

extension PropertyDescription {
  var valueLeaves: [ValueLeaf] { leaves(below: "", isOptional: false) }

  private func leaves(below path: String, isOptional: Bool) -> [ValueLeaf] {
    switch self {
    case .attribute(let attribute):
      [
        ValueLeaf(
          path: path + attribute.name, type: attribute.type,
          isOptional: isOptional || attribute.isOptional, isExternal: attribute.storesExternally,
          defaultValue: attribute.defaultValue)
      ]
    case .composite(let composite):
      composite.elements.flatMap {
        $0.leaves(
          below: path + composite.name + ".", isOptional: isOptional || composite.isOptional)
      }
    case .relationship, .derived: []
    }
  }
}
