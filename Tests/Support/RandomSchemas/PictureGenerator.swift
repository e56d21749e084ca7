import DataSchema
import SQLCore

/// Generates random rows and relationships for a schema that satisfy its uniqueness constraints.
package struct PictureGenerator {
  package let schema: FlatSchema
  package let rowLimit: Int
  private var dice: Dice
  private var picture: StorePicture
  private var entityByKey: [String: [Int64: String]] = [:]

  package static func picture(of model: ModelDescription, seed: UInt64, rowLimit: Int)
    -> StorePicture
  {
    var generator = PictureGenerator(model, seed, rowLimit)
    generator.addRows()
    generator.addLinks()
    generator.removeDuplicates()
    generator.addPositions()
    generator.addChanges()
    return generator.picture
  }

  private init(_ model: ModelDescription, _ seed: UInt64, _ rowLimit: Int) {
    schema = FlatSchema(model)
    self.rowLimit = rowLimit
    dice = Dice(seed: seed)
    picture = StorePicture(entitiesOf: schema)
  }

  private mutating func addRows() {
    for root in schema.roots {
      var key: Int64 = 0
      let stride = dice.pick([1, 1, 3, 1_000_000]) ?? 1
      let entities = schema.concrete(within: root)
      var remaining = entities.flatMap { entity in
        let count = dice.chance(15) ? 0 : dice.number(0...rowLimit)
        return Array(repeating: entity.name, count: count)
      }
      remaining = dice.shuffled(remaining)
      let generators = Dictionary(
        uniqueKeysWithValues: entities.map { ($0.name, leafGenerators(of: $0)) })
      for name in remaining {
        key += Int64(dice.number(1...stride))
        var values: [String: SQLValue] = [:]
        for generator in generators[name] ?? [] {
          values[generator.leaf.path] = generator.value(&dice)
        }
        picture.rows[name]?[key] = .init(version: Int64(dice.number(1...4)), values: values)
      }
      entityByKey[root] = picture.entityByKey(inTreeOf: root, schema)
    }
  }

  private mutating func leafGenerators(of entity: FlatSchema.Entity) -> [ValueGenerator] {
    entity.properties.values.flatMap(\.valueLeaves).sorted { $0.path < $1.path }
      .map { ValueGenerator($0, dice: &dice) }
  }
}

extension PictureGenerator {
  private mutating func addLinks() {
    for name in schema.names {
      guard let entity = schema[name] else { continue }
      for relationship in entity.relationships where entity.declarers[relationship.name] == name {
        let inverse = schema.inverse(of: relationship)
        // The other end is filled together with this one.
        let isSecond =
          inverse != nil
          && (relationship.destination, inverse?.name ?? "") < (name, relationship.name)
        if !isSecond { addLinks(name, relationship, inverse) }
      }
    }
  }

  private mutating func addLinks(
    _ entity: String, _ relationship: RelationshipDescription, _ inverse: RelationshipDescription?
  ) {
    let owners = keys(within: entity)
    let members = keys(within: relationship.destination)
    var drawing = LinkDrawing(
      isSingleOwner: relationship.isToMany && (inverse.map { !$0.isToMany } ?? true)
        || inverse.map { !$0.isToMany } ?? false,
      isSingleMember: !relationship.isToMany,
      isSymmetric: inverse?.name == relationship.name && relationship.destination == entity)
    let count = min(owners.count, 8) * dice.number(0...3) / 2
    for _ in 0..<count {
      guard let owner = dice.pick(owners), let member = dice.pick(members) else { break }
      drawing.add(StorePicture.Link(owner: owner, member: member))
    }
    if !relationship.isToMany && !relationship.isOptional {
      for owner in owners { drawing.addAny(of: owner, among: dice.shuffled(members)) }
    }
    if let inverse, !inverse.isToMany, !inverse.isOptional {
      for member in members { drawing.addAny(leadingTo: member, among: dice.shuffled(owners)) }
    }
    for link in drawing.links {
      note(link, entity, relationship)
      if let inverse { note(link.reversed, relationship.destination, inverse) }
    }
  }

  private func keys(within entity: String) -> [Int64] {
    (entityByKey[schema.root(of: entity)] ?? [:])
      .filter { schema.isWithin($0.value, entity) }.map(\.key).sorted()
  }

  private mutating func note(
    _ link: StorePicture.Link, _ entity: String, _ relationship: RelationshipDescription
  ) {
    guard let owner = entityByKey[schema.root(of: entity)]?[link.owner] else { return }
    picture.links[.init(entity: owner, relationship: relationship.name), default: []].insert(link)
  }

  private mutating func removeDuplicates() {
    for constraint in UniqueColumns.all(in: schema) {
      for group in constraint.duplicates(in: picture, schema) {
        for key in group.dropFirst() { picture.remove(key, inTreeOf: constraint.root, schema) }
      }
    }
  }

  private mutating func addChanges() {
    guard dice.chance(25) else { return }
    for entity in schema.concrete {
      for key in (picture.rows[entity.name] ?? [:]).keys.sorted() where dice.chance(30) {
        picture.changes.insert(StorePicture.Change(entity: entity.name, key: key))
      }
    }
  }

  private mutating func addPositions() {
    guard dice.chance(35) else { return }
    for (field, links) in picture.links.sorted(by: { "\($0.key)" < "\($1.key)" }) {
      guard dice.chance(50),
        schema[field.entity]?.properties[field.relationship]?.relationship?.isToMany ?? false
      else { continue }
      let owners = Dictionary(grouping: links, by: \.owner)
      for (_, links) in owners.sorted(by: { $0.key < $1.key }) {
        let ordered = dice.shuffled(links.sorted { $0.member < $1.member })
        for (position, link) in ordered.enumerated() {
          picture.positions.insert(.init(field: field, link: link, position: Int64(position)))
        }
      }
    }
  }
}

/// The random pairs of one relationship.
package struct LinkDrawing {
  package let isSingleOwner: Bool
  package let isSingleMember: Bool
  package let isSymmetric: Bool
  package private(set) var links: Set<StorePicture.Link> = []

  package init(isSingleOwner: Bool, isSingleMember: Bool, isSymmetric: Bool) {
    (self.isSingleOwner, self.isSingleMember) = (isSingleOwner, isSingleMember)
    self.isSymmetric = isSymmetric
  }

  /// Adds a pair, unless one of its ends already has a partner.
  package mutating func add(_ link: StorePicture.Link) {
    let new = isSymmetric ? [link, link.reversed] : [link]
    for link in new {
      if isSingleMember, links.contains(where: { $0.owner == link.owner }) { return }
      if isSingleOwner, links.contains(where: { $0.member == link.member }) { return }
    }
    links.formUnion(new)
  }

  package mutating func addAny(of owner: Int64, among members: [Int64]) {
    for member in members where !links.contains(where: { $0.owner == owner }) {
      add(StorePicture.Link(owner: owner, member: member))
    }
  }

  package mutating func addAny(leadingTo member: Int64, among owners: [Int64]) {
    for owner in owners where !links.contains(where: { $0.member == member }) {
      add(StorePicture.Link(owner: owner, member: member))
    }
  }
}

extension StorePicture {
  /// Removes a row, and all links to it.
  package mutating func remove(_ key: Int64, inTreeOf root: String, _ schema: FlatSchema) {
    for name in rows.keys where schema.root(of: name) == root { rows[name]?[key] = nil }
    for field in links.keys {
      let destination = schema[field.entity]?.properties[field.relationship]?.relationship?
        .destination
      links[field] = links[field]?.filter { link in
        !(link.owner == key && schema.root(of: field.entity) == root)
          && !(link.member == key && destination.map(schema.root) == root)
      }
    }
  }
}
