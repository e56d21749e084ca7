import DataSchema

/// A schema whose entities include everything that they inherit, without properties that have no
/// column.
package struct FlatSchema {
  package struct Entity {
    package var description: EntityDescription
    /// The names from the root to the entity itself.
    package var lineage: [String]
    /// The stored properties by name, including inherited ones.
    package var properties: [String: PropertyDescription] = [:]
    /// The entity that declares each property.
    package var declarers: [String: String] = [:]

    package var name: String { description.name }
    package var isAbstract: Bool { description.isAbstract }
    package var root: String { lineage.first ?? name }

    package var relationships: [RelationshipDescription] {
      properties.values.compactMap(\.relationship).sorted { $0.name.precedesByCodeUnits($1.name) }
    }
  }

  package let entities: [String: Entity]
  /// The names of the entities, ordered by code units.
  package let names: [String]

  package init(_ model: ModelDescription) {
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

  package subscript(name: String) -> Entity? { entities[name] }

  /// The entities that may have rows, sorted by name.
  package var concrete: [Entity] { names.compactMap { entities[$0] }.filter { !$0.isAbstract } }

  package func concrete(within ancestor: String) -> [Entity] {
    concrete.filter { $0.lineage.contains(ancestor) }
  }

  package func isWithin(_ name: String, _ ancestor: String) -> Bool {
    entities[name]?.lineage.contains(ancestor) ?? false
  }

  package func root(of name: String) -> String { entities[name]?.root ?? name }

  /// The root entities, in the order of their numbers.
  package var roots: [String] {
    names.filter { entities[$0]?.lineage.count == 1 }.sorted {
      let (one, other) = ($0.lowercased(), $1.lowercased())
      return one == other ? $0.precedesByCodeUnits($1) : one.precedesByCodeUnits(other)
    }
  }

  package func inverse(of relationship: RelationshipDescription) -> RelationshipDescription? {
    relationship.inverseName.flatMap {
      entities[relationship.destination]?.properties[$0]?.relationship
    }
  }
}

extension PropertyDescription {
  package var relationship: RelationshipDescription? {
    if case .relationship(let relationship) = self { relationship } else { nil }
  }

  /// Whether migration must consider the property.
  package var isStored: Bool {
    switch self {
    case .attribute(let attribute): !attribute.isTransient
    case .composite(let composite): !composite.isTransient
    case .relationship(let relationship): !relationship.isTransient
    case .derived: false
    }
  }

  package var originalName: String? {
    switch self {
    case .attribute(let attribute): attribute.originalName
    case .composite(let composite): composite.originalName
    case .relationship(let relationship): relationship.originalName
    case .derived: nil
    }
  }
}

/// A value of a property that has its own column.
package struct ValueLeaf: Hashable {
  /// The name of the property, and of the elements of a composite to the value, joined with dots.
  package var path: String
  package var type: AttributeType
  package var isOptional: Bool
  package var isExternal: Bool
  package var defaultValue: DefaultValue?
}

extension PropertyDescription {
  package var valueLeaves: [ValueLeaf] { leaves(below: "", isOptional: false) }

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
