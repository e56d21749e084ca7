/// A complete schema as plain values, independent of model classes.
///
/// Tables, version hashes, migrations and tools work with it. The public `Schema` is converted to
/// one when a container opens.
package struct ModelDescription: Hashable, Sendable, Codable {
  package var entities: [EntityDescription]
  /// The version identifiers of the schema, such as `1.0.0`.
  package var versionIdentifiers: [String]

  package init(entities: [EntityDescription], versionIdentifiers: [String] = ["1.0.0"]) {
    self.entities = entities
    self.versionIdentifiers = versionIdentifiers
  }

  package func entity(named name: String) -> EntityDescription? {
    entities.first { $0.name == name }
  }
}

/// An entity, which describes the contents of its rows.
package struct EntityDescription: Hashable, Sendable, Codable {
  package var name: String
  package var isAbstract: Bool
  package var parentName: String?
  /// The entity's own properties, without inherited ones, in the order of their declaration.
  package var properties: [PropertyDescription]
  /// Groups of attribute names whose values are unique together.
  package var uniquenessConstraints: [[String]]
  package var indexes: [IndexDescription]
  package var versionHashModifier: String?
  /// The name that an earlier version of the schema used.
  package var originalName: String?

  package init(
    name: String, isAbstract: Bool = false, parentName: String? = nil,
    properties: [PropertyDescription] = [], uniquenessConstraints: [[String]] = [],
    indexes: [IndexDescription] = [], versionHashModifier: String? = nil,
    originalName: String? = nil
  ) {
    self.name = name
    self.isAbstract = isAbstract
    self.parentName = parentName
    self.properties = properties
    self.uniquenessConstraints = uniquenessConstraints
    self.indexes = indexes
    self.versionHashModifier = versionHashModifier
    self.originalName = originalName
  }

  /// The entity's own relationships.
  package var relationships: [RelationshipDescription] {
    properties.compactMap { property in
      if case .relationship(let description) = property { description } else { nil }
    }
  }
}

/// An index that the schema declares.
package struct IndexDescription: Hashable, Sendable, Codable {
  package enum Kind: String, Hashable, Sendable, Codable { case binary, rtree }
  package var kind: Kind
  package var propertyNames: [String]
  /// The name of the index in a Core Data model; nil if the name is derived from the properties, as
  /// SwiftData does.
  package var name: String?
  /// The properties that are sorted in descending order, which only Core Data models can specify;
  /// nil for none.
  package var descendingNames: [String]?

  package init(
    kind: Kind = .binary, propertyNames: [String], name: String? = nil,
    descendingNames: [String]? = nil
  ) {
    self.kind = kind
    self.propertyNames = propertyNames
    self.name = name
    self.descendingNames = descendingNames
  }

  /// All parts of the index, for comparisons; the empty string, which cannot be the name of a
  /// property, separates the optional parts.
  var parts: [String] {
    let own = [kind.rawValue] + propertyNames
    guard name != nil || descendingNames != nil else { return own }
    return own + [""] + (name.map { ["name", $0] } ?? [])
      + (descendingNames.map { ["descending"] + $0 } ?? [])
  }
}

/// One property of an entity.
package enum PropertyDescription: Hashable, Sendable, Codable {
  case attribute(AttributeDescription)
  case composite(CompositeDescription)
  case relationship(RelationshipDescription)
  case derived(DerivedDescription)

  package var name: String {
    switch self {
    case .attribute(let attribute): attribute.name
    case .composite(let composite): composite.name
    case .relationship(let relationship): relationship.name
    case .derived(let derived): derived.name
    }
  }
}

/// An attribute that is stored in one column.
package struct AttributeDescription: Hashable, Sendable, Codable {
  package var name: String
  package var type: AttributeType
  package var isOptional: Bool
  /// Whether the attribute has no column, because it is transient or `.ephemeral`.
  package var isTransient: Bool
  package var storesExternally: Bool
  package var preservesValueOnDeletion: Bool
  package var versionHashModifier: String?
  package var originalName: String?
  /// The Swift type as it is written, such as `Array<String>`; for tools and error messages.
  package var valueTypeName: String?
  /// The value for rows that existed before the attribute; not stored in stores.
  package var defaultValue: DefaultValue?
  /// The registered name of the transformer that converts a transformable value to data; nil for
  /// `Codable` values.
  ///
  /// Only archives contain it.
  package var transformerName: String?

  private enum CodingKeys: String, CodingKey {
    case name, type, isOptional, isTransient, storesExternally, preservesValueOnDeletion
    case versionHashModifier, originalName, valueTypeName
  }

  package init(
    name: String, type: AttributeType, isOptional: Bool = false, isTransient: Bool = false,
    storesExternally: Bool = false, preservesValueOnDeletion: Bool = false,
    versionHashModifier: String? = nil, originalName: String? = nil, valueTypeName: String? = nil,
    defaultValue: DefaultValue? = nil, transformerName: String? = nil
  ) {
    self.transformerName = transformerName
    self.name = name
    self.type = type
    self.isOptional = isOptional
    self.isTransient = isTransient
    self.storesExternally = storesExternally
    self.preservesValueOnDeletion = preservesValueOnDeletion
    self.versionHashModifier = versionHashModifier
    self.originalName = originalName
    self.valueTypeName = valueTypeName
    self.defaultValue = defaultValue
  }
}

/// A `Codable` struct or enum that is stored in one column per leaf.
package struct CompositeDescription: Hashable, Sendable, Codable {
  package var name: String
  package var isOptional: Bool
  package var isTransient: Bool
  /// Whether the history preserves the value of a deleted row; not part of version hashes or files.
  package var preservesValueOnDeletion = false
  /// The elements in declaration order: attributes, or nested composites.
  package var elements: [PropertyDescription]
  package var versionHashModifier: String?
  package var originalName: String?
  package var valueTypeName: String?
  /// The cases of an enumeration without payload; nil if the type is not an enumeration.
  ///
  /// Only archives contain them.
  package var caseNames: [String]?

  private enum CodingKeys: String, CodingKey {
    case name, isOptional, isTransient, elements, versionHashModifier, originalName, valueTypeName
  }

  package init(
    name: String, isOptional: Bool = false, isTransient: Bool = false,
    preservesValueOnDeletion: Bool = false, elements: [PropertyDescription],
    versionHashModifier: String? = nil,
    originalName: String? = nil, valueTypeName: String? = nil, caseNames: [String]? = nil
  ) {
    self.caseNames = caseNames
    self.name = name
    self.isOptional = isOptional
    self.isTransient = isTransient
    self.preservesValueOnDeletion = preservesValueOnDeletion
    self.elements = elements
    self.versionHashModifier = versionHashModifier
    self.originalName = originalName
    self.valueTypeName = valueTypeName
  }

  /// The nested attributes, depth first, in declaration order.
  package var leaves: [AttributeDescription] {
    elements.flatMap { element -> [AttributeDescription] in
      switch element {
      case .attribute(let attribute): [attribute]
      case .composite(let composite): composite.leaves
      case .relationship, .derived: []
      }
    }
  }
}

/// A relationship as its entity declares it.
package struct RelationshipDescription: Hashable, Sendable, Codable {
  package enum DeleteRule: Int, Hashable, Sendable, Codable {
    case noAction = 0
    case nullify = 1
    case cascade = 2
    case deny = 3
  }

  package var name: String
  package var destination: String
  package var inverseName: String?
  /// Whether the inverse was neither specified nor explicitly omitted, so that the inverse in a
  /// store is adopted; not stored in stores.
  package var leavesInverseOpen = false
  package var isOptional: Bool
  package var isToMany: Bool
  package var isOrdered: Bool
  package var isTransient: Bool
  /// The minimum number of members; 0 for no lower bound.
  package var minimumCount: Int
  /// The maximum number of members: 1 for to-one, 0 for no upper bound.
  package var maximumCount: Int
  package var deleteRule: DeleteRule
  package var preservesValueOnDeletion: Bool
  package var versionHashModifier: String?
  package var originalName: String?

  private enum CodingKeys: String, CodingKey {
    case name, destination, inverseName, isOptional, isToMany, isOrdered, isTransient, minimumCount
    case maximumCount, deleteRule, preservesValueOnDeletion, versionHashModifier, originalName
  }

  package init(
    name: String, destination: String, inverseName: String? = nil, isOptional: Bool = true,
    isToMany: Bool = false, isOrdered: Bool = false, isTransient: Bool = false,
    minimumCount: Int = 0, maximumCount: Int? = nil, deleteRule: DeleteRule = .nullify,
    preservesValueOnDeletion: Bool = false, versionHashModifier: String? = nil,
    originalName: String? = nil
  ) {
    self.name = name
    self.destination = destination
    self.inverseName = inverseName
    self.isOptional = isOptional
    self.isToMany = isToMany
    self.isOrdered = isOrdered
    self.isTransient = isTransient
    self.minimumCount = minimumCount
    self.maximumCount = maximumCount ?? (isToMany ? 0 : 1)
    self.deleteRule = deleteRule
    self.preservesValueOnDeletion = preservesValueOnDeletion
    self.versionHashModifier = versionHashModifier
    self.originalName = originalName
  }
}

/// A value that Core Data derives from others with an expression.
package struct DerivedDescription: Hashable, Sendable, Codable {
  package var name: String
  package var expression: String
  package var type: AttributeType?

  package init(name: String, expression: String, type: AttributeType? = nil) {
    self.name = name
    self.expression = expression
    self.type = type
  }
}
