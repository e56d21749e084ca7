import DataSchema

extension EvolutionPlan {
  /// Returns the pairs of rows that a relationship of the target links, for the entity that
  /// declares it.
  ///
  /// These are the pairs of the relationship's origin and the reversed pairs of its inverse's
  /// origin, for each entity that has the relationship.
  func pairs(of relationship: RelationshipDescription, declaredBy owner: String) -> PairQuery {
    var parts: [PairQuery.Part] = []
    func add(_ part: PairQuery.Part) {
      if !parts.contains(part) { parts.append(part) }
    }
    for part in origins(of: relationship, declaredBy: owner) { add(part) }
    if let name = relationship.inverseName,
      case .relationship(let inverse)? = mapping.target.property(
        name, of: relationship.destination),
      let inverseOwner = mapping.target.owner(of: name, in: relationship.destination)
    {
      for part in origins(of: inverse, declaredBy: inverseOwner) { add(part.reversed) }
    }
    return PairQuery(plan: self, parts: parts)
  }

  /// Returns the origins of a relationship of the target, in each entity that has it.
  private func origins(
    of relationship: RelationshipDescription, declaredBy owner: String
  ) -> [PairQuery.Part] {
    var entities: [String: (description: RelationshipDescription, sources: [String])] = [:]
    for name in mapping.target.descendants(of: owner) {
      guard let source = mapping.entity(becoming: name)?.source,
        case .relationship(let was)? = mapping.origin(of: relationship.name, in: name),
        leads(was, to: relationship.destination),
        let declarer = mapping.source.owner(of: was.name, in: source)
      else { continue }
      entities["\(declarer).\(was.name)", default: (was, [])].sources.append(source)
    }
    return entities.sorted { $0.key < $1.key }.compactMap { key, found in
      part(
        of: found.description, declaredBy: String(key.dropLast(found.description.name.count + 1)),
        owners: found.sources, becoming: relationship, of: owner)
    }
  }

  /// Returns whether the destination of a source relationship becomes an entity of the target or
  /// one of its subentities.
  func leads(_ was: RelationshipDescription, to destination: String) -> Bool {
    mapping.entity(from: was.destination).map {
      mapping.target.isKind($0.target, of: destination)
    } ?? false
  }

  /// Returns those pairs of a source relationship whose rows both become ends of a target
  /// relationship.
  private func part(
    of was: RelationshipDescription, declaredBy declarer: String, owners: [String],
    becoming relationship: RelationshipDescription, of owner: String
  ) -> PairQuery.Part? {
    guard let ownerEntity = source.tableMap.entity(named: declarer),
      let memberEntity = source.tableMap.entity(named: was.destination),
      let place = place(of: was, in: ownerEntity)
    else { return nil }
    let members = mapping.source.descendants(of: was.destination).filter { name in
      mapping.entity(from: name).map {
        mapping.target.isKind($0.target, of: relationship.destination)
      } ?? false
    }
    return canonical(
      PairQuery.Part(
        place: place, ownerTable: ownerEntity.table, memberTable: memberEntity.table,
        owners: numbers(owners, amongThoseOf: declarer),
        members: numbers(members, amongThoseOf: was.destination),
        ownerOffset: offset(from: ownerEntity.table, to: owner),
        memberOffset: offset(from: memberEntity.table, to: relationship.destination)))
  }

  /// Returns the numbers of entities; nil if they are all entities below a root.
  private func numbers(_ names: [String], amongThoseOf root: String) -> [Int]? {
    let names = Set(names)
    guard names != Set(mapping.source.descendants(of: root)) else { return nil }
    return names.compactMap { source.tableMap.entity(named: $0)?.entityNumber }.sorted()
  }

  private func place(
    of relationship: RelationshipDescription, in entity: EntityTable
  ) -> PairQuery.Part.Place? {
    switch entity.properties[relationship.name] {
    case .toOne(let column)?: .column(column.name, of: entity.table, isHeldByOwner: true)
    case .toMany(let table, _, let foreignKey)?:
      .column(foreignKey, of: table, isHeldByOwner: false)
    case .manyToMany(let join)?:
      .join(
        table: join.name, owner: join.sourceColumn, member: join.destinationColumn,
        isReflexive: join.isReflexive)
    case .attribute?, .composite?, nil: nil
    }
  }

  /// Returns one spelling for a relationship that is its own inverse, whose pairs are the same from
  /// both ends.
  private func canonical(_ part: PairQuery.Part) -> PairQuery.Part {
    guard case .join(let table, let owner, let member, true) = part.place, owner > member else {
      return part
    }
    var part = part
    part.place = .join(table: table, owner: member, member: owner, isReflexive: true)
    return part
  }
}
