import CoreDataFormat
import DataSchema
import Foundation

extension ModelArchiver {
  mutating func fill(
    _ place: Int, _ property: PropertyDescription, of entity: String, isIndexed: Bool
  ) {
    let (kind, own) = content(of: property, entity)
    var members = own
    members.append(("NSEntity", .reference(entityPlaces[entity] ?? 0)))
    if isIndexed, kind != .relationship { members.append(("NSIsIndexed", .boolean(true))) }
    objects.fill(place, kind, members)
  }

  /// Adds an element of a composite, without its default value, which belongs to the composite's.
  private mutating func add(
    _ element: PropertyDescription, of entity: String
  ) -> ArchiveValue {
    var element = element
    if case .attribute(var attribute) = element {
      attribute.defaultValue = nil
      element = .attribute(attribute)
    }
    let place = objects.reserve()
    fill(place, element, of: entity, isIndexed: false)
    return .reference(place)
  }

  private mutating func content(
    of property: PropertyDescription, _ entity: String
  ) -> (ArchiveClass, [(String, ArchiveValue)]) {
    switch property {
    case .attribute(let attribute): (.attribute, members(of: attribute))
    case .composite(let composite): (.composite, members(of: composite, entity))
    case .relationship(let relationship): (.relationship, members(of: relationship))
    // Models with derived attributes are not archived.
    case .derived: (.attribute, [])
    }
  }

  /// The members that all properties have.
  private mutating func common(
    _ name: String, _ originalName: String?, _ modifier: String?, isOptional: Bool,
    isTransient: Bool, hasUserInfo: Bool = false
  ) -> [(String, ArchiveValue)] {
    // These bits are set in every property; they mean that there are no validation rules.
    var bits: Int64 = 0x01 | 0x10 | 0x20
    if isOptional { bits |= 0x02 }
    if isTransient { bits |= 0x08 }
    if !hasUserInfo { bits |= 0x40 }
    if modifier == nil { bits |= 0x80 }
    var members: [(String, ArchiveValue)] = [
      ("_P", .integer(bits)), ("NSPropertyName", objects.text(name)),
      ("NSRenamingIdentifier", objects.text(originalName ?? name)),
    ]
    if isOptional { members.append(("NSIsOptional", .boolean(true))) }
    if isTransient { members.append(("NSIsTransient", .boolean(true))) }
    if let modifier { members.append(("NSVersionHashModifier", objects.text(modifier))) }
    return members
  }

  private mutating func members(of attribute: AttributeDescription) -> [(String, ArchiveValue)] {
    let flags =
      (attribute.storesExternally ? 4 : 0) | (attribute.preservesValueOnDeletion ? 16 : 0)
    let isTransformable = attribute.type == .transformable
    // The default transformer, with which `Codable` values are stored after encoding them as JSON.
    let transformer = attribute.transformerName ?? "NSSecureUnarchiveFromData"
    return common(
      attribute.name, attribute.originalName, attribute.versionHashModifier,
      isOptional: attribute.isOptional, isTransient: attribute.isTransient) + [
        ("NSAttributeType", .integer(Int64(attribute.type.rawValue))),
        (
          "NSAttributeValueClassName",
          objects.text(isTransformable ? attribute.valueTypeName : attribute.type.className)
        ),
        ("NSValueTransformerName", objects.text(isTransformable ? transformer : nil)),
        ("NSFlagsKey", .integer(Int64(flags))),
        ("NSDefaultValue", value(attribute.defaultValue, attribute.type)),
      ]
  }

  private mutating func members(
    of composite: CompositeDescription, _ entity: String
  ) -> [(String, ArchiveValue)] {
    let elements = composite.elements.map { add($0, of: entity) }
    var members = common(
      composite.name, composite.originalName, composite.versionHashModifier,
      isOptional: composite.isOptional, isTransient: composite.isTransient,
      hasUserInfo: composite.caseNames != nil)
    members += [
      ("NSAttributeType", .integer(2100)),
      ("NSAttributeValueClassName", objects.text("NSDictionary")),
      ("NSValueTransformerName", .null),
      ("NSFlagsKey", .integer(composite.preservesValueOnDeletion ? 16 : 0)),
      ("NSDefaultValue", defaults(of: composite)),
      ("NSCompositeElements", objects.collection(.mutableArray, elements)),
    ]
    if let names = composite.caseNames {
      let cases = objects.collection(.array, names.map { objects.text($0) })
      members.append(
        (
          "NSUserInfo",
          objects.dictionary(
            [("enum", cases), ("EnumType", objects.add(.boolean(true)))], .dictionary)
        ))
    }
    return members
  }

  private mutating func members(
    of relationship: RelationshipDescription
  ) -> [(String, ArchiveValue)] {
    let destination = relationship.destination
    let inverse = relationship.inverseName.flatMap { propertyPlaces[destination]?[$0] }
    var members = common(
      relationship.name, relationship.originalName, relationship.versionHashModifier,
      isOptional: relationship.isOptional, isTransient: relationship.isTransient)
    members += [
      ("NSDestinationEntity", .reference(entityPlaces[destination] ?? 0)),
      ("_NSDestinationEntityName", objects.text(destination)),
      ("NSInverseRelationship", .reference(inverse ?? 0)),
      ("_NSInverseRelationshipName", objects.text(relationship.inverseName)),
      ("NSMinCount", .integer(Int64(relationship.minimumCount))),
      ("NSMaxCount", .integer(Int64(relationship.maximumCount))),
      ("NSDeleteRule", .integer(Int64(relationship.deleteRule.rawValue))),
    ]
    if relationship.isOrdered { members.append(("NSIsOrdered", .boolean(true))) }
    return members
  }
}

// Default values.

extension ModelArchiver {
  /// The default values of a composite's elements, by name; null if there are none.
  private mutating func defaults(of composite: CompositeDescription) -> ArchiveValue {
    var pairs: [(String, ArchiveValue)] = []
    for case .attribute(let attribute) in composite.elements {
      let value = value(attribute.defaultValue, attribute.type)
      if case .reference(0) = value { continue }
      pairs.append((attribute.name, value))
    }
    return pairs.isEmpty ? .null : objects.dictionary(pairs)
  }

  private mutating func value(_ value: DefaultValue?, _ type: AttributeType) -> ArchiveValue {
    switch (value, type) {
    // Each row gets another value, which models cannot express.
    case (nil, _), (.newUUID, _): return .null
    // The value would be an object of a class, but only its stored form is known.
    case (_, .decimal), (_, .transformable), (_, .uri): return .null
    case (.integer(let number), .boolean): return objects.add(.boolean(number != 0))
    case (.integer(let number), _): return objects.add(.integer(number))
    case (.real(let number), .date): return objects.add(.date, [("NS.time", .real(number))])
    case (.real(let number), _): return objects.add(.real(number))
    case (.text(let text), _): return objects.text(text)
    case (.bytes(let bytes), .uuid):
      return objects.add(.uuid, [("NS.uuidbytes", .data(bytes))])
    case (.bytes(let bytes), _): return objects.add(.data(bytes))
    }
  }
}

extension AttributeType {
  /// The class of the values; nil if it varies.
  fileprivate var className: String? {
    switch self {
    case .integer16, .integer32, .integer64, .double, .float, .boolean: "NSNumber"
    case .decimal: "NSDecimalNumber"
    case .string: "NSString"
    case .date: "NSDate"
    case .binaryData: "NSData"
    case .uuid: "NSUUID"
    case .uri: "NSURL"
    case .transformable: nil
    }
  }
}
