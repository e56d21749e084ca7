import CoreDataFormat
import DataSchema
import Foundation

extension ArchivedModelDecoder {
  /// The maximum nesting of composites.
  private static let depthLimit = 16

  /// Decodes a property; returns nil for one that is never stored.
  mutating func property(
    _ object: Object, in place: String, depth: Int = 0
  ) throws(ArchivedModelError) -> PropertyDescription? {
    guard let name = objects.text("NSPropertyName", of: object), !name.isEmpty else {
      throw ArchivedModelError(.damaged, "a property of \(place) has no name")
    }
    guard depth < Self.depthLimit else {
      throw ArchivedModelError(.damaged, "\(place).\(name) contains itself")
    }
    switch object.className {
    case "NSAttributeDescription": return try attribute(object, name, in: place)
    case "NSCompositeAttributeDescription":
      return try composite(object, name, in: place, depth: depth)
    case "NSDerivedAttributeDescription": return try derived(object, name, in: place)
    case "NSRelationshipDescription": return try relationship(object, name, in: place)
    case "NSFetchedPropertyDescription", "NSExpressionDescription": return nil
    default:
      throw ArchivedModelError(
        .unsupported, "\(place).\(name) is a property of the unknown class \(object.className)")
    }
  }

  private mutating func attribute(
    _ object: Object, _ name: String, in place: String
  ) throws(ArchivedModelError) -> PropertyDescription? {
    let isTransient = objects.flag("NSIsTransient", of: object)
    let number = objects.integer("NSAttributeType", of: object) ?? 0
    guard let type = Int32(exactly: number).flatMap(AttributeType.init) else {
      if isTransient { return nil }
      throw ArchivedModelError(
        .unsupported, "\(place).\(name) is an attribute of the unknown type \(number)")
    }
    var attribute = AttributeDescription(name: name, type: type)
    attribute.isTransient = isTransient
    attribute.isOptional = objects.flag("NSIsOptional", of: object)
    let flags = objects.integer("NSFlagsKey", of: object) ?? 0
    attribute.storesExternally = flags & 4 != 0
    attribute.preservesValueOnDeletion = flags & 16 != 0
    attribute.versionHashModifier = objects.text("NSVersionHashModifier", of: object)
    attribute.originalName = formerName(of: object, name)
    attribute.defaultValue = objects.member("NSDefaultValue", of: object).flatMap {
      defaultValue($0)
    }
    let details = noteDetails(of: object, at: "\(place).\(name)")
    if type == .transformable {
      attribute.valueTypeName = details.valueClassName
      attribute.transformerName = details.transformerName
    }
    return .attribute(attribute)
  }

  private mutating func composite(
    _ object: Object, _ name: String, in place: String, depth: Int
  ) throws(ArchivedModelError) -> PropertyDescription {
    guard let elements = objects.elements("NSCompositeElements", of: object) else {
      throw ArchivedModelError(.damaged, "the composite attribute \(place).\(name) has no elements")
    }
    var parts: [PropertyDescription] = []
    for element in elements {
      guard case .object(let part) = element else {
        throw ArchivedModelError(.damaged, "an element of \(place).\(name) is not a property")
      }
      if let part = try property(part, in: "\(place).\(name)", depth: depth + 1) {
        parts.append(part)
      }
    }
    var composite = CompositeDescription(name: name, elements: parts)
    composite.isOptional = objects.flag("NSIsOptional", of: object)
    composite.isTransient = objects.flag("NSIsTransient", of: object)
    let flags = objects.integer("NSFlagsKey", of: object) ?? 0
    composite.preservesValueOnDeletion = flags & 16 != 0
    composite.versionHashModifier = objects.text("NSVersionHashModifier", of: object)
    composite.originalName = formerName(of: object, name)
    setDefaults(of: object, in: &composite)
    let details = noteDetails(of: object, at: "\(place).\(name)")
    if details.isEnumeration { composite.caseNames = details.caseNames }
    return .composite(composite)
  }

  /// Sets the default values of elements, which are entries of the composite's default dictionary.
  private mutating func setDefaults(of object: Object, in composite: inout CompositeDescription) {
    var values: [String: DefaultValue] = [:]
    for (key, value) in objects.pairs("NSDefaultValue", of: object) ?? [] {
      if let name = objects.text(key) { values[name] = defaultValue(value) }
    }
    for (index, element) in composite.elements.enumerated() {
      guard case .attribute(var attribute) = element, let value = values[attribute.name] else {
        continue
      }
      attribute.defaultValue = value
      composite.elements[index] = .attribute(attribute)
    }
  }

  private mutating func relationship(
    _ object: Object, _ name: String, in place: String
  ) throws(ArchivedModelError) -> PropertyDescription {
    guard let destination = otherName("_NSDestinationEntityName", "NSDestinationEntity", object)
    else {
      throw ArchivedModelError(.damaged, "the relationship \(place).\(name) has no destination")
    }
    let maximum = objects.integer("NSMaxCount", of: object) ?? 0
    let minimum = objects.integer("NSMinCount", of: object) ?? 0
    guard let maximumCount = Int32(exactly: maximum), let minimumCount = Int32(exactly: minimum),
      // A model created in code may use -1 for an unlimited count, which changes the version hash.
      maximumCount >= -1, minimumCount >= 0
    else {
      throw ArchivedModelError(
        .damaged, "the minimum or maximum count of \(place).\(name) is invalid")
    }
    var relationship = RelationshipDescription(name: name, destination: destination)
    relationship.inverseName = otherName(
      "_NSInverseRelationshipName", "NSInverseRelationship", object)
    (relationship.maximumCount, relationship.minimumCount) = (Int(maximumCount), Int(minimumCount))
    relationship.isToMany = maximumCount != 1
    relationship.isOptional = objects.flag("NSIsOptional", of: object)
    relationship.isOrdered = objects.flag("NSIsOrdered", of: object)
    relationship.isTransient = objects.flag("NSIsTransient", of: object)
    let rule = objects.integer("NSDeleteRule", of: object) ?? 0
    guard let deleteRule = RelationshipDescription.DeleteRule(rawValue: Int(clamping: rule)) else {
      throw ArchivedModelError(.unsupported, "\(place).\(name) has the unknown delete rule \(rule)")
    }
    relationship.deleteRule = deleteRule
    relationship.versionHashModifier = objects.text("NSVersionHashModifier", of: object)
    relationship.originalName = formerName(of: object, name)
    return .relationship(relationship)
  }

  /// A name that is stored as text, or as the name of another object.
  private mutating func otherName(_ text: String, _ other: String, _ object: Object) -> String? {
    if let name = objects.text(text, of: object) { return name }
    guard case .object(let other)? = objects.member(other, of: object) else { return nil }
    return objects.text("NSEntityName", of: other) ?? objects.text("NSPropertyName", of: other)
  }

  private mutating func derived(
    _ object: Object, _ name: String, in place: String
  ) throws(ArchivedModelError) -> PropertyDescription {
    guard case .object(let expression)? = objects.member("NSDerivationExpression", of: object),
      let text = text(of: expression, depth: 0)
    else {
      throw ArchivedModelError(
        .unsupported, "the derivation expression of \(place).\(name) is not supported")
    }
    let type = objects.integer("NSAttributeType", of: object)
    return .derived(
      DerivedDescription(
        name: name, expression: text,
        type: type.flatMap { Int32(exactly: $0) }.flatMap(AttributeType.init)))
  }

  /// Renders an expression as text; returns nil for kinds that were never found in derived
  /// attributes.
  private mutating func text(of expression: Object, depth: Int) -> String? {
    guard depth < Self.depthLimit else { return nil }
    switch expression.className {
    case "NSSelfExpression": return ""
    case "NSKeyPathSpecifierExpression": return objects.text("NSKeyPath", of: expression)
    case "NSConstantValueExpression":
      // The operand of a function may be a class, which is stored by its name instead.
      return objects.text("NSConstantValue", of: expression)
        ?? objects.text("NSConstantValueClassName", of: expression)
    case "NSKeyPathExpression", "NSFunctionExpression":
      guard case .object(let operand)? = objects.member("NSOperand", of: expression),
        let prefix = text(of: operand, depth: depth + 1)
      else { return nil }
      var arguments: [String] = []
      for case .object(let argument) in objects.elements("NSArguments", of: expression) ?? [] {
        guard let text = text(of: argument, depth: depth + 1) else { return nil }
        arguments.append(text)
      }
      let path = arguments.joined(separator: ", ")
      guard expression.className == "NSKeyPathExpression" else {
        let function = objects.text("NSSelectorName", of: expression) ?? ""
        return "\(function)(\(path))"
      }
      return prefix.isEmpty ? path : "\(prefix).\(path)"
    default: return nil
    }
  }
}

// Default values and details of attributes.

extension ArchivedModelDecoder {
  private mutating func noteDetails(
    of object: Object, at path: String
  ) -> ArchivedModel.AttributeDetails {
    var details = ArchivedModel.AttributeDetails()
    details.valueClassName = objects.text("NSAttributeValueClassName", of: object)
    details.transformerName = objects.text("NSValueTransformerName", of: object)
    for (key, value) in objects.pairs("NSUserInfo", of: object) ?? [] {
      switch (objects.text(key), value) {
      case ("EnumType"?, .value(.boolean(let isEnumeration))): details.isEnumeration = isEnumeration
      case ("enum"?, let value): details.caseNames = texts(objects.elements(value) ?? [])
      default: break
      }
    }
    result.details[path] = details
    return details
  }

  /// A default value as columns store it; nil if there is none, or if it is a collection.
  private mutating func defaultValue(_ member: Member) -> DefaultValue? {
    switch member {
    case .null: return nil
    case .value(.boolean(let value)): return .integer(value ? 1 : 0)
    case .value(.integer(let value)): return .integer(value)
    case .value(.unsignedInteger(let value)): return Int64(exactly: value).map(DefaultValue.integer)
    case .value(.real(let value)): return .real(value)
    case .value(.string(let value)): return .text(value)
    case .value(.data(let value)): return .bytes(value)
    case .value(.date(let value)): return .real(value.timeIntervalSinceReferenceDate)
    case .value(.array), .value(.dictionary): return nil
    case .object(let object): return defaultValue(of: object)
    }
  }

  private mutating func defaultValue(of object: Object) -> DefaultValue? {
    switch object.className {
    case "NSDate", "NSMutableDate":
      if case .value(.real(let seconds))? = objects.member("NS.time", of: object) {
        return .real(seconds)
      }
    case "NSUUID":
      if case .value(.data(let bytes))? = objects.member("NS.uuidbytes", of: object) {
        return .bytes(bytes)
      }
    case "NSData", "NSMutableData":
      if case .value(.data(let bytes))? = objects.member("NS.data", of: object) {
        return .bytes(bytes)
      }
    case "NSString", "NSMutableString":
      return objects.text(.object(object)).map(DefaultValue.text)
    default: break
    }
    return nil
  }
}
