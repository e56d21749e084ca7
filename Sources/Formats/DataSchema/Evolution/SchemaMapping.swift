/// The correspondence between two versions of a schema, by names and original names.
package struct SchemaMapping: Sendable {
  package let source: Lineage
  package let target: Lineage
  /// The mappings in the order of the target's entities.
  package private(set) var entities: [EntityMapping]
  /// The names of the source's entities that the target lacks.
  package let removedEntities: [String]
  /// Elements that several names of the target claim as their origin.
  package let obstacles: [MigrationObstacle]
  private var byTarget: [String: EntityMapping]
  private var bySource: [String: EntityMapping]

  package init(from source: ModelDescription, to target: ModelDescription) {
    let (before, after) = (Lineage(source), Lineage(target))
    (self.source, self.target) = (before, after)
    let renaming = Renaming(
      from: source.entities.map { Renaming.Element($0.name, $0.originalName) },
      to: target.entities.map { Renaming.Element($0.name, $0.originalName) })
    var obstacles = renaming.contested.sorted { $0.key < $1.key }.map { name, original in
      MigrationObstacle(entity: name, problem: .claimedTwice(original: original))
    }
    entities = target.entities.map { entity in
      let origin = renaming.sources[entity.name]
      let (was, now) = (
        origin.map(before.properties) ?? [], after.properties(of: entity.name)
      )
      let properties = Renaming(from: was.compactMap(\.element), to: now.compactMap(\.element))
      obstacles += properties.contested.sorted { $0.key < $1.key }.map { name, original in
        MigrationObstacle(
          entity: entity.name, property: name, problem: .claimedTwice(original: original))
      }
      let names = properties.sources.merging(Self.derivedNames(in: was, and: now)) { $1 }
      return EntityMapping(target: entity.name, source: origin, properties: names)
    }
    self.obstacles = obstacles
    byTarget = Dictionary(entities.map { ($0.target, $0) }, uniquingKeysWith: { $1 })
    let mapped = entities.compactMap { mapping in mapping.source.map { ($0, mapping) } }
    bySource = Dictionary(mapped, uniquingKeysWith: { $1 })
    let names = Set(mapped.map(\.0))
    removedEntities = source.entities.map(\.name).filter { !names.contains($0) }
  }

  /// Returns a mapping in which some properties have no origin, given by the entities that declare
  /// them.
  package func renewing(_ properties: [String: Set<String>]) -> SchemaMapping {
    var mapping = self
    mapping.entities = entities.map { entity in
      let owners = target.ancestry(of: entity.target).map(\.name)
      let renewed = owners.reduce(into: Set()) { $0.formUnion(properties[$1] ?? []) }
      return EntityMapping(
        target: entity.target, source: entity.source,
        properties: entity.properties.filter { !renewed.contains($0.key) })
    }
    for entity in mapping.entities {
      mapping.byTarget[entity.target] = entity
      if let source = entity.source { mapping.bySource[source] = entity }
    }
    return mapping
  }

  /// Returns the mapping of an entity of the target.
  package func entity(becoming target: String) -> EntityMapping? { byTarget[target] }

  /// Returns the mapping of an entity of the source.
  package func entity(from source: String) -> EntityMapping? { bySource[source] }

  /// Returns the origin of a property of a target entity; nil for a new one.
  package func origin(of property: String, in target: String) -> PropertyDescription? {
    guard let mapping = byTarget[target], let source = mapping.source,
      let name = mapping.properties[property]
    else { return nil }
    return self.source.property(name, of: source)
  }

  /// Returns the derived properties of both versions, whose values are computed and therefore need
  /// no origin with another name.
  ///
  /// An attribute with the same name and type keeps the last derived value.
  private static func derivedNames(
    in was: [PropertyDescription], and now: [PropertyDescription]
  ) -> [String: String] {
    var types: [String: AttributeType?] = [:]
    for case .derived(let derived) in was { types[derived.name] = derived.type }
    guard !types.isEmpty else { return [:] }
    let names = now.filter { property in
      guard let type = types[property.name] else { return false }
      if case .attribute(let attribute) = property {
        return attribute.type == type && attribute.isOptional && !attribute.isTransient
      }
      return property.isDerived
    }.map(\.name)
    return Dictionary(names.map { ($0, $0) }, uniquingKeysWith: { $1 })
  }
}

/// The correspondence of one entity.
package struct EntityMapping: Hashable, Sendable {
  package let target: String
  /// Nil for a new entity.
  package let source: String?
  /// The previous names of properties by their new names, including inherited ones.
  package let properties: [String: String]
}

extension PropertyDescription {
  fileprivate var isDerived: Bool {
    if case .derived = self { true } else { false }
  }

  /// The names for the comparison; nil for a property that is not stored.
  fileprivate var element: Renaming.Element? {
    switch self {
    case .attribute(let attribute):
      attribute.isTransient ? nil : Renaming.Element(name, attribute.originalName)
    case .composite(let composite):
      composite.isTransient ? nil : Renaming.Element(name, composite.originalName)
    case .relationship(let relationship):
      relationship.isTransient ? nil : Renaming.Element(name, relationship.originalName)
    case .derived: nil
    }
  }
}
