import DataSchema
import RandomSchemas
import SQLCore

extension EvolutionOracle {
  mutating func moveLinks(of entity: FlatSchema.Entity) {
    for relationship in entity.relationships {
      let field = StorePicture.Field(entity: entity.name, relationship: relationship.name)
      reportChanges(of: relationship, in: entity.name)
      for link in ownLinks(of: relationship, in: entity.name) { new.links[field]?.insert(link) }
      guard let inverse = target.inverse(of: relationship) else { continue }
      for other in target.concrete(within: relationship.destination) {
        for link in ownLinks(of: inverse, in: other.name)
        where new.rows[entity.name]?[link.member] != nil
          && target.root(of: inverse.destination) == entity.root
        {
          new.links[field]?.insert(link.reversed)
        }
      }
    }
  }

  private mutating func reportChanges(
    of relationship: RelationshipDescription, in entity: String
  ) {
    guard let predecessor = predecessor(of: relationship.name, in: entity) else { return }
    guard let before = predecessor.relationship else {
      report(entity, relationship.name, .kindChange)
      unknown.insert(StorePicture.Field(entity: entity, relationship: relationship.name))
      return
    }
    if !leads(before, to: relationship) {
      unknown.insert(StorePicture.Field(entity: entity, relationship: relationship.name))
      let change = (before.destination, relationship.destination)
      report(entity, relationship.name, .destinationChange(from: change.0, to: change.1))
    }
  }

  /// Whether the old relationship's target became the new relationship's target, or a subentity of
  /// it.
  private func leads(
    _ before: RelationshipDescription, to relationship: RelationshipDescription
  ) -> Bool {
    successors[before.destination].map { target.isWithin($0, relationship.destination) } ?? false
  }

  /// The pairs of the relationship's own predecessor, without those of its inverse.
  private func ownLinks(
    of relationship: RelationshipDescription, in entity: String
  ) -> [StorePicture.Link] {
    guard let owner = entities.source[entity],
      let before = predecessor(of: relationship.name, in: entity)?.relationship,
      leads(before, to: relationship)
    else { return [] }
    let members = old.entityByKey(inTreeOf: source.root(of: before.destination), source)
    let links = old.links[.init(entity: owner, relationship: before.name)] ?? []
    return links.compactMap { link in
      guard let member = members[link.member].flatMap({ keys.moved(link.member, of: $0) }),
        let key = keys.moved(link.owner, of: owner)?.key,
        target.isWithin(member.entity, relationship.destination)
      else { return nil }
      return StorePicture.Link(owner: key, member: member.key)
    }
  }

  /// Reports to-one sides that have several targets.
  ///
  /// Each relationship is checked in its declaring entity.
  mutating func checkCounts() {
    for entity in target.names.compactMap({ target[$0] }) {
      for relationship in entity.relationships
      where entity.declarers[relationship.name] == entity.name {
        let fields = target.concrete(within: entity.name).map {
          StorePicture.Field(entity: $0.name, relationship: relationship.name)
        }
        let links = fields.flatMap { new.links[$0] ?? [] }
        let isUnknown = fields.contains(where: unknown.contains)
        var crowded = 0
        if !relationship.isToMany {
          crowded = Dictionary(grouping: links, by: \.owner).values.count { $0.count > 1 }
        } else if relationship.inverseName == nil {
          // A member's row has room for one owner.
          crowded = Dictionary(grouping: links, by: \.member).values.count { $0.count > 1 }
        }
        if crowded > 0, !isUnknown {
          report(entity.name, relationship.name, .tooManyTargets(rows: Int64(crowded)))
        }
      }
    }
  }

  /// Rows that already lacked a required target.
  private func ownersMissingBefore(
    _ relationship: RelationshipDescription, in entity: String
  ) -> [Int64] {
    guard let owner = entities.source[entity],
      let before = predecessor(of: relationship.name, in: entity)?.relationship,
      !before.isToMany, !before.isOptional
    else { return [] }
    let owners = Set(
      (old.links[.init(entity: owner, relationship: before.name)] ?? []).map(\.owner))
    return (old.rows[owner] ?? [:]).keys.filter { !owners.contains($0) }
      .compactMap { keys.moved($0, of: owner)?.key }
  }

  mutating func checkMandatoryLinks(of entity: FlatSchema.Entity) {
    for relationship in entity.relationships
    where !relationship.isToMany && !relationship.isOptional {
      let field = StorePicture.Field(entity: entity.name, relationship: relationship.name)
      guard !unknown.contains(field), properties[entity.name] != nil else { continue }
      let owners = Set((new.links[field] ?? []).map(\.owner))
        .union(ownersMissingBefore(relationship, in: entity.name))
      let missing = (new.rows[entity.name] ?? [:]).keys.count { !owners.contains($0) }
      if missing > 0 {
        report(entity.name, relationship.name, .missingValues(rows: Int64(missing)))
      }
    }
  }
}

extension EvolutionOracle {
  mutating func checkUniqueness() {
    let known = obstacles
    for constraint in UniqueColumns.all(in: target) {
      let isUnknown = known.contains { obstacle in
        constraint.covered.contains { target.isWithin($0, obstacle.entity) }
          && constraint.constraint.contains { path in
            // The whole property, the constrained path, or a prefix of that path.
            guard let name = obstacle.property else { return false }
            return path == name || path.hasPrefix(name + ".") || name.hasPrefix(path + ".")
          }
      }
      if isUnknown { continue }
      var distinct = new
      distinct.numberNewUUIDs()
      let groups = constraint.duplicates(in: distinct, target).count
      guard groups > 0 else { continue }
      obstacles.insert(
        MigrationObstacle(
          entity: constraint.entity, property: constraint.constraint.joined(separator: ","),
          problem: .duplicates(groups: Int64(groups))))
    }
  }

  mutating func movePositions() {
    for entity in target.concrete {
      guard let owner = entities.source[entity.name] else { continue }
      for relationship in entity.relationships where relationship.isToMany {
        guard
          let before = predecessor(of: relationship.name, in: entity.name)?.relationship,
          before.isToMany
        else { continue }
        let oldField = StorePicture.Field(entity: owner, relationship: before.name)
        let newField = StorePicture.Field(entity: entity.name, relationship: relationship.name)
        let members = old.entityByKey(inTreeOf: source.root(of: before.destination), source)
        for position in old.positions where position.field == oldField {
          guard let key = keys.moved(position.link.owner, of: owner)?.key,
            let member = members[position.link.member].flatMap({
              keys.moved(position.link.member, of: $0)
            })
          else { continue }
          let link = StorePicture.Link(owner: key, member: member.key)
          guard new.links[newField]?.contains(link) ?? false else { continue }
          new.positions.insert(.init(field: newField, link: link, position: position.position))
        }
      }
    }
  }
}

extension StorePicture {
  /// Gives each new UUID a distinct value.
  mutating func numberNewUUIDs() {
    var number = 0
    for name in rows.keys {
      for (key, row) in rows[name] ?? [:] {
        for (path, value) in row.values where value == EvolutionOracle.newUUID {
          number += 1
          rows[name]?[key]?.values[path] = .text("new \(number)")
        }
      }
    }
  }
}
