import ArchivedModel
import DataSchema
import Foundation

extension EditedModelReader {
  private static let types: [String: AttributeType] = [
    "Integer 16": .integer16, "Integer 32": .integer32, "Integer 64": .integer64,
    "Decimal": .decimal, "Double": .double, "Float": .float, "String": .string,
    "Boolean": .boolean, "Date": .date, "Binary": .binaryData, "Binary Data": .binaryData,
    "UUID": .uuid, "URI": .uri, "Transformable": .transformable,
  ]

  private static let limits = [
    "minValueString", "maxValueString", "minDateTimeInterval", "maxDateTimeInterval",
    "regularExpressionString",
  ]

  /// Reads an attribute; returns nil for one that is never stored and has no type.
  mutating func attribute(
    _ element: XMLElement, of entity: String, depth: Int = 0
  ) throws(ModelGenerationError) -> PropertyDescription? {
    guard let name = element.filled("name") else {
      throw ModelFile.damaged(path, "an attribute of \(entity) has no name")
    }
    let isTransient = element.flag("transient")
    if element.attributes["attributeType"] == "Composite" {
      return .composite(try composite(element, named: name, of: entity, depth: depth))
    }
    guard let type = Self.types[element.attributes["attributeType"] ?? ""] else {
      guard isTransient else { throw unknownType(element, "\(entity).\(name)") }
      note(
        "The attribute is left out, because it has no type and is not stored; declare it @Transient.",
        entity, name)
      return nil
    }
    if element.flag("derived") || element.filled("derivationExpression") != nil {
      return .derived(
        DerivedDescription(
          name: name, expression: element.attributes["derivationExpression"] ?? "", type: type))
    }
    var attribute = AttributeDescription(name: name, type: type)
    attribute.isTransient = isTransient
    attribute.isOptional = element.flag("optional")
    attribute.storesExternally = element.flag("allowsExternalBinaryDataStorage")
    attribute.preservesValueOnDeletion = element.flag("preserveAfterDeletion")
    attribute.versionHashModifier = element.filled("versionHashModifier")
    attribute.originalName = element.formerName(name)
    attribute.defaultValue = Self.defaultValue(of: element, type)
    if type == .transformable { attribute.valueTypeName = element.filled("customClassName") }
    readDetails(of: element, at: "\(entity).\(name)")
    if Self.limits.contains(where: { element.filled($0) != nil }) {
      note("Limits of the values are left out; check them before you save.", entity, name)
    }
    return .attribute(attribute)
  }

  private mutating func readDetails(of element: XMLElement, at path: String) {
    var details = ArchivedModel.AttributeDetails()
    details.valueClassName = element.filled("customClassName")
    details.transformerName = element.filled("valueTransformerName")
    version.details[path] = details
    var options: [String] = []
    if element.flag("allowsCloudEncryption") { options.append(".allowsCloudEncryption") }
    if element.flag("spotlightIndexingEnabled") { options.append(".spotlight") }
    if !options.isEmpty { version.options[path] = options }
  }

  private func unknownType(_ element: XMLElement, _ place: String) -> ModelGenerationError {
    let type = element.attributes["attributeType"] ?? ""
    return ModelGenerationError(
      .unsupported, "The attribute \(place) has the unknown type '\(type.prefix(100))'.",
      advice: "Give it a type in Xcode, or make it transient.")
  }

  private static func defaultValue(
    of element: XMLElement, _ type: AttributeType
  ) -> DefaultValue? {
    if type == .date {
      return element.filled("defaultDateTimeInterval").flatMap(Double.init).map(DefaultValue.real)
    }
    guard let text = element.attributes["defaultValueString"] else { return nil }
    switch type {
    case .boolean: return .integer(["YES", "1", "true"].contains(text) ? 1 : 0)
    case .integer16, .integer32, .integer64: return Int64(text).map(DefaultValue.integer)
    case .double, .float, .decimal: return Double(text).map(DefaultValue.real)
    case .string: return .text(text)
    case .uuid:
      return UUID(uuidString: text).map { uuid in
        withUnsafeBytes(of: uuid.uuid) { .bytes(Data($0)) }
      }
    case .date, .binaryData, .uri, .transformable: return nil
    }
  }

  mutating func relationship(
    _ element: XMLElement, of entity: String
  ) throws(ModelGenerationError) -> PropertyDescription {
    guard let name = element.filled("name") else {
      throw ModelFile.damaged(path, "a relationship of \(entity) has no name")
    }
    guard let destination = element.filled("destinationEntity") else {
      throw ModelFile.damaged(path, "the relationship \(entity).\(name) has no destination")
    }
    var relationship = RelationshipDescription(name: name, destination: destination)
    relationship.inverseName = element.filled("inverseName")
    relationship.isOptional = element.flag("optional")
    relationship.isOrdered = element.flag("ordered")
    relationship.isTransient = element.flag("transient")
    relationship.minimumCount = try count("minCount", of: element, entity, 0)
    relationship.maximumCount = try count(
      "maxCount", of: element, entity, element.flag("toMany") ? 0 : 1)
    relationship.isToMany = relationship.maximumCount != 1
    relationship.deleteRule = try deleteRule(of: element, entity)
    relationship.versionHashModifier = element.filled("versionHashModifier")
    relationship.originalName = element.formerName(name)
    return .relationship(relationship)
  }

  private func count(
    _ key: String, of element: XMLElement, _ entity: String, _ other: Int
  ) throws(ModelGenerationError) -> Int {
    guard let text = element.filled(key) else { return other }
    guard let count = Int32(text), count >= 0 else {
      throw ModelFile.damaged(
        path,
        "'\(text.prefix(100))' is not a valid \(key) of \(entity).\(element.attributes["name"] ?? "")"
      )
    }
    return Int(count)
  }

  private func deleteRule(
    of element: XMLElement, _ entity: String
  ) throws(ModelGenerationError) -> RelationshipDescription.DeleteRule {
    switch element.filled("deletionRule") {
    case "Nullify", nil: return .nullify
    case "Cascade": return .cascade
    case "Deny": return .deny
    case "No Action": return .noAction
    case let rule?:
      throw ModelGenerationError(
        .unsupported,
        "\(entity).\(element.attributes["name"] ?? "") has the unknown delete rule "
          + "'\(rule.prefix(100))'.",
        advice: "Choose another rule in Xcode.")
    }
  }
}
