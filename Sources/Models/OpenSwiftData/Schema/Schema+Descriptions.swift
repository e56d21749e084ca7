import DataSchema

extension Schema.Entity {
  /// The entity as a plain value.
  var entityDescription: EntityDescription { description(\.propertyDescription) }

  /// The entity as a plain value.
  ///
  /// - Parameter describe: Describes an attribute.
  /// - Returns: The plain value.
  func description(
    _ describe: (Schema.Attribute) -> PropertyDescription
  ) -> EntityDescription {
    EntityDescription(
      name: name, isAbstract: isAbstract, parentName: superentityName,
      properties: storedProperties.compactMap { property in
        if let relationship = property.asRelationship { return relationship.propertyDescription }
        return property.asAttribute.map(describe)
      },
      // A list without properties, which `#Unique` and `#Index` may contain, has no effect.
      uniquenessConstraints: uniquenessConstraints.filter { !$0.isEmpty },
      indexes: indexDescriptions.filter { !$0.propertyNames.isEmpty },
      versionHashModifier: versionHashModifier, originalName: originalName)
  }
}

extension Schema.Attribute {
  /// The attribute as a plain value.
  var propertyDescription: PropertyDescription {
    if let composite = self as? Schema.CompositeAttribute {
      return .composite(
        CompositeDescription(
          name: name, isOptional: isOptional, isTransient: isTransient,
          preservesValueOnDeletion: options.contains(.preserveValueOnDeletion),
          elements: composite.elementDescriptions,
          versionHashModifier: hashModifier, originalName: renamedFrom,
          valueTypeName: valueTypeName, caseNames: composite.caseNames))
    }
    return .attribute(
      AttributeDescription(
        name: name, type: storageType, isOptional: isOptional, isTransient: isTransient,
        storesExternally: options.contains(.externalStorage),
        preservesValueOnDeletion: options.contains(.preserveValueOnDeletion),
        versionHashModifier: hashModifier, originalName: renamedFrom,
        valueTypeName: valueTypeName, transformerName: transformerName))
  }

  /// The type in which the value is stored.
  package var storageType: AttributeType {
    if let storage { return storage }
    if isTransformable || isCodable { return .transformable }
    return AttributeType(plain: unwrappedType(valueType)) ?? .transformable
  }

  private var renamedFrom: String? {
    originalName.isEmpty || originalName == name ? nil : originalName
  }

  /// The type as Swift spells it, without optionals.
  private var valueTypeName: String {
    if valueType is UnknownValue.Type || valueType is UnknownValue?.Type { return encodedType.name }
    return _typeName(unwrappedType(valueType), qualified: false)
  }
}

extension Schema.CompositeAttribute {
  /// The parts; a single part that contains the whole value as bytes gets the `.externalStorage`
  /// option.
  fileprivate var elementDescriptions: [PropertyDescription] {
    let elements = properties.map(\.propertyDescription)
    guard options.contains(.externalStorage), elements.count == 1,
      case .attribute(var whole) = elements[0], whole.type == .binaryData
    else { return elements }
    whole.storesExternally = true
    return [.attribute(whole)]
  }
}

extension Schema.Relationship {
  fileprivate var propertyDescription: PropertyDescription {
    var relationship = RelationshipDescription(
      name: name, destination: destination, inverseName: inverseName, isOptional: isOptional,
      isToMany: !isToOneRelationship, minimumCount: minimumModelCount ?? 0,
      maximumCount: isToOneRelationship ? 1 : maximumModelCount ?? 0,
      deleteRule: deleteRule.description, versionHashModifier: hashModifier,
      originalName: originalName.isEmpty || originalName == name ? nil : originalName)
    relationship.leavesInverseOpen = leavesInverseOpen
    return .relationship(relationship)
  }
}

extension Schema.Relationship.DeleteRule {
  fileprivate var description: RelationshipDescription.DeleteRule {
    switch self {
    case .noAction: .noAction
    case .nullify: .nullify
    case .cascade: .cascade
    case .deny: .deny
    }
  }

  fileprivate init(_ description: RelationshipDescription.DeleteRule) {
    switch description {
    case .noAction: self = .noAction
    case .nullify: self = .nullify
    case .cascade: self = .cascade
    case .deny: self = .deny
    }
  }
}

extension Schema {
  /// Creates the schema of a store, whose models may not exist in this program.
  ///
  /// Derived properties are omitted, since they have no values of their own.
  package convenience init(description: ModelDescription) {
    let entities = description.entities.map(Entity.init)
    Entity.link(entities)
    self.init(entities: entities, version: Version(description.versionIdentifiers))
  }
}

extension Schema.Version {
  /// The highest of the texts that are versions; 1.0.0 if none is.
  fileprivate init(_ identifiers: [String]) {
    self = identifiers.compactMap(Self.init(text:)).max() ?? Self(1, 0, 0)
  }

  /// Parses a text such as `1.2.3`.
  package init?(text: String) {
    guard let number = VersionNumber(text: text) else { return nil }
    self.init(number.major, number.minor, number.patch)
  }
}

extension Schema.Entity {
  fileprivate convenience init(_ description: EntityDescription) {
    self.init(description.name)
    isAbstract = description.isAbstract
    superentityName = description.parentName
    storedProperties = description.properties.compactMap { property in
      if case .relationship(let relationship) = property {
        return Schema.Relationship(relationship)
      }
      return Schema.Attribute.make(property)
    }
    uniquenessConstraints = description.uniquenessConstraints
    for names in uniquenessConstraints where names.count == 1 {
      attributesByName[names[0]]?.options.append(.unique)
      relationshipsByName[names[0]]?.options.append(.unique)
    }
    indexDescriptions = description.indexes
    versionHashModifier = description.versionHashModifier
    originalName = description.originalName
  }
}

extension Schema.Attribute {
  /// Creates the attribute that a plain value describes; nil if it does not describe an attribute.
  static func make(_ description: PropertyDescription) -> Schema.Attribute? {
    switch description {
    case .attribute(let attribute): make(attribute)
    case .composite(let composite): make(composite)
    case .relationship, .derived: nil
    }
  }

  private static func make(_ description: AttributeDescription) -> Schema.Attribute {
    let type =
      description.isOptional ? description.type.plainOptionalType : description.type.plainType
    let attribute = Schema.Attribute(
      name: description.name, originalName: description.originalName, options: [],
      valueType: type, hashModifier: description.versionHashModifier)
    if description.storesExternally { attribute.options.append(.externalStorage) }
    if description.preservesValueOnDeletion { attribute.options.append(.preserveValueOnDeletion) }
    if description.isTransient { attribute.options.append(.ephemeral) }
    attribute.adopt(description.valueTypeName, isOptional: description.isOptional)
    attribute.storage = description.type
    return attribute
  }

  private static func make(_ description: CompositeDescription) -> Schema.Attribute {
    let type: any Any.Type = description.isOptional ? UnknownValue?.self : UnknownValue.self
    let composite = Schema.CompositeAttribute(
      name: description.name, originalName: description.originalName, options: [],
      valueType: type, hashModifier: description.versionHashModifier)
    if description.preservesValueOnDeletion { composite.options.append(.preserveValueOnDeletion) }
    if description.isTransient { composite.options.append(.ephemeral) }
    composite.adopt(description.valueTypeName, isOptional: description.isOptional)
    composite.properties = description.elements.compactMap(make)
    composite.caseNames = description.caseNames
    return composite
  }

  /// Adopts the name of a type that may not exist in the program.
  private func adopt(_ valueTypeName: String?, isOptional: Bool) {
    guard let valueTypeName, valueTypeName != _typeName(unwrappedType(valueType), qualified: false)
    else { return }
    valueType = isOptional ? UnknownValue?.self : UnknownValue.self
    encodedType = EncodedType(name: valueTypeName)
  }
}

extension Schema.Relationship {
  fileprivate convenience init(_ description: RelationshipDescription) {
    self.init(
      deleteRule: DeleteRule(description.deleteRule),
      minimumModelCount: description.minimumCount,
      maximumModelCount: description.isToMany ? description.maximumCount : 0,
      originalName: description.originalName ?? description.name,
      hashModifier: description.versionHashModifier)
    name = description.name
    destination = description.destination
    inverseName = description.inverseName
    let model = description.isToMany ? "Array<\(description.destination)>" : description.destination
    encodedType = EncodedType(name: description.isOptional ? "Optional<\(model)>" : model)
    isOptional = description.isOptional
    isToOneRelationship = !description.isToMany
  }
}
