import DataSchema
import RecordStore
import SyncPort

/// How the records of an entity represent its rows.
struct PeerShape {
  /// A property that the entity's own records store.
  struct Field {
    enum Content {
      case attribute(RecordProperty)
      /// The name of the target's record.
      case toOne(RecordRelationship)
      /// The names of the members' records; the members' rows have no inverse, or a to-many
      /// inverse.
      case members(RecordRelationship)
    }

    /// The record name of the property.
    let name: String
    /// The row's name of the property.
    let property: String
    let content: Content
    /// Whether an attribute may be nil.
    var isOptional = true
    /// The defaults of an attribute's columns if a record has no value, as in migrations; nil for
    /// no default.
    var defaults: [DefaultValue?] = []

    var relationship: RecordRelationship? {
      switch content {
      case .attribute: nil
      case .toOne(let relationship), .members(let relationship): relationship
      }
    }

    /// Whether the relationship is its own inverse, so that both ends are the same property.
    var isReflexive: Bool { relationship.map { $0.inverse === $0 } ?? false }

    /// Whether each target can be related to only one row.
    var isExclusive: Bool {
      switch content {
      case .attribute: false
      case .toOne(let relationship): relationship.inverse.map { !$0.isToMany } ?? false
      case .members(let relationship):
        if case .children = relationship.storage { true } else { false }
      }
    }

    /// Whether members have a position in the list of each record that they reference.
    var isOrderedByMembers: Bool {
      guard case .members(let relationship) = content else { return false }
      return relationship.inverse != nil
    }

    /// Whether a row requires a target.
    var isRequired: Bool {
      if case .toOne(let relationship) = content { relationship.needsTarget } else { false }
    }
  }

  let entity: RecordEntity
  /// The record name of the entity.
  let kind: String
  /// The record name of the root entity of the table.
  let root: String
  let fields: [Field]
  /// Relationships that records of other entities store.
  let toldByOthers: [(relationship: RecordRelationship, inverse: RecordRelationship, field: String)]
  /// Relationships whose order the members' records store, with the field by which members
  /// reference this entity.
  let orderedByMembers: [(relationship: RecordRelationship, field: String)]
  /// Relationships of other entities that lead to this one and have no inverse.
  let owners: [(relationship: RecordRelationship, field: String)]
  /// The groups of fields whose values are unique together.
  let uniqueness: [[String]]
  let isAbstract: Bool

  init(_ entity: RecordEntity, _ model: ModelDescription, _ names: RecordNames) {
    self.entity = entity
    kind = names.kind(of: entity.name)
    root = names.root(of: entity)
    isAbstract = model.entity(named: entity.name)?.isAbstract ?? false
    var derived: Set<String> = []
    var descriptions: [String: PropertyDescription] = [:]
    var name: String? = entity.name
    while let current = name.flatMap(model.entity(named:)) {
      for property in current.properties {
        if case .derived = property { derived.insert(property.name) }
        descriptions[property.name] = descriptions[property.name] ?? property
      }
      name = current.parentName
    }
    var fields: [Field] = []
    var others: [(relationship: RecordRelationship, inverse: RecordRelationship, field: String)] =
      []
    for (number, property) in entity.properties.enumerated() where !derived.contains(property.name)
    {
      let field = names.field(of: property.name, entity.name)
      if let relationship = entity.relationship(number) {
        if Self.tells(relationship, names) {
          fields.append(
            Field(
              name: field, property: property.name,
              content: relationship.isToMany ? .members(relationship) : .toOne(relationship)))
        } else if let inverse = relationship.inverse {
          others.append((relationship, inverse, names.field(of: inverse)))
        }
      } else if !property.columns.isEmpty {
        let description = descriptions[property.name]
        let defaults = description?.defaults ?? []
        fields.append(
          Field(
            name: field, property: property.name, content: .attribute(property),
            isOptional: description?.isOptional ?? true,
            defaults: defaults.count == property.columns.count ? defaults : []))
      }
    }
    self.fields = fields
    toldByOthers = others
    orderedByMembers =
      others.filter(\.relationship.isToMany).map { ($0.relationship, $0.field) }
      + fields.compactMap { field in
        guard field.isReflexive, case .members(let relationship) = field.content else { return nil }
        return (relationship, field.name)
      }
    owners = entity.incoming.compactMap { relationship in
      guard relationship.inverse == nil, case .children = relationship.storage else { return nil }
      return (relationship, names.field(of: relationship))
    }
    uniqueness = entity.uniqueness.map { group in
      group.map { names.field(of: entity.properties[$0].name, entity.name) }
    }
  }

  /// Whether records of this end store the relationship; otherwise, those of the other end do.
  private static func tells(_ relationship: RecordRelationship, _ names: RecordNames) -> Bool {
    guard let inverse = relationship.inverse, inverse !== relationship else { return true }
    switch (relationship.isToMany, inverse.isToMany) {
    case (false, true): return true
    case (true, false): return false
    default: break
    }
    // Of two equal ends, the one that requires the other stores the relationship.
    if relationship.needsTarget != inverse.needsTarget { return relationship.needsTarget }
    let ends = [relationship, inverse].map { (names.kind(of: $0.owner.name), names.field(of: $0)) }
    return ends[0] < ends[1]
  }

  func field(named name: String) -> Field? { fields.first { $0.name == name } }
}

extension RecordNames {
  /// Returns the record name of a relationship.
  func field(of relationship: RecordRelationship) -> String {
    field(of: relationship.name, relationship.owner.name)
  }

  /// Returns the record name of the root entity of a table.
  func root(of entity: RecordEntity) -> String { kind(of: entity.root.name) }
}

extension PropertyDescription {
  /// The default of each column of an attribute.
  fileprivate var defaults: [DefaultValue?] {
    switch self {
    case .attribute(let attribute): [attribute.defaultValue]
    case .composite(let composite): composite.elements.flatMap(\.defaults)
    case .relationship, .derived: []
    }
  }

  fileprivate var isOptional: Bool {
    switch self {
    case .attribute(let attribute): attribute.isOptional
    case .composite(let composite): composite.isOptional
    case .relationship, .derived: true
    }
  }
}
