import ArchivedModel
import DataSchema
import Foundation

extension ModelPlanner {
  mutating func plan(
    _ attribute: AttributeDescription, in entity: String, isUnique: Bool
  ) -> (PropertyPlan, PropertyDescription) {
    let path = "\(entity).\(attribute.name)"
    let form = self.form(of: attribute, at: path, in: entity)
    var plan = PropertyPlan(
      name: attribute.name, type: form.type, isOptional: attribute.isOptional)
    if attribute.type != .transformable, let value = attribute.defaultValue {
      plan.initialValue = DefaultCode(names: names).code(
        of: value, as: form.type, stored: attribute.type)
    }
    var options = form.option.map { [$0] } ?? []
    if isUnique { options.append(".unique") }
    if attribute.storesExternally { options.append(".externalStorage") }
    if attribute.preservesValueOnDeletion { options.append(".preserveValueOnDeletion") }
    if attribute.isTransient { options.append(".ephemeral") }
    plan.macro = macro(
      options + (version.options[path] ?? []), attribute.originalName,
      attribute.versionHashModifier)
    return (plan, .attribute(attribute))
  }

  /// Plans a value that Core Data derives, which the code only reads.
  mutating func plan(
    _ derived: DerivedDescription, in entity: String
  ) -> (PropertyPlan, PropertyDescription)? {
    let expression = String(derived.expression.prefix(200).filter { !$0.isNewline })
    guard let type = derived.codeType else {
      note(
        "The attribute is left out, because its value is derived from '\(expression)'. Declare a computed property.",
        entity, derived.name, changesVersionHash: true)
      return nil
    }
    note(
      "Triggers in Core Data's stores derive the value from '\(expression)'. In a new store of the code, it "
        + "is nil.", entity, derived.name, changesVersionHash: true)
    var plan = PropertyPlan(
      name: derived.name, type: names.scalar(type, named: nil), isOptional: true)
    plan.derivation = expression
    return (
      plan, .attribute(AttributeDescription(name: derived.name, type: type, isOptional: true))
    )
  }

  private func macro(
    _ options: [String], _ originalName: String?, _ modifier: String?
  ) -> (name: String, arguments: [String])? {
    var arguments = options
    if let originalName { arguments.append("originalName: \(SwiftName.literal(originalName))") }
    if let modifier { arguments.append("hashModifier: \(SwiftName.literal(modifier))") }
    return arguments.isEmpty ? nil : (names.swiftData("Attribute"), arguments)
  }

  /// The type of an attribute, and the `@Attribute` option that it needs.
  private mutating func form(
    of attribute: AttributeDescription, at path: String, in entity: String
  ) -> (type: String, option: String?) {
    let details = version.details[path]
    let typeName = details?.valueClassName ?? attribute.valueTypeName
    guard attribute.type == .transformable else {
      return (names.scalar(attribute.type, named: attribute.valueTypeName), nil)
    }
    if let typeName, let collection = CollectionType(typeName, names) {
      if collection.hasUnknownParts {
        result.usesJSON = true
        note(
          "The model contains only the name of the values' type \(typeName.prefix(200)); replace "
            + "JSONValue with your type.", entity, attribute.name)
      }
      return (collection.text, nil)
    }
    if let typeName, typeName.contains("<") {
      result.usesJSON = true
      note(
        "The model contains only the name of the values' type \(typeName.prefix(200)); replace "
          + "JSONValue with your type.", entity, attribute.name)
      return ("JSONValue", ".codable")
    }
    let transformer = details?.transformerName ?? "NSSecureUnarchiveFromData"
    result.transformers.insert(transformer)
    note(
      "The value transformer \(transformer.prefix(200)) creates the values"
        + "\(typeName.map { " of \($0.prefix(200))" } ?? "") from data; the code has the data. Register "
        + "the transformer before you create a container with the schema, and replace Data with the "
        + "type of the values.",
      entity, attribute.name)
    return (
      names.standard("Data"), ".transformable(by: \(SwiftName.literal(transformer)))"
    )
  }

  mutating func plan(
    _ composite: CompositeDescription, in entity: String, isUnique: Bool
  ) -> (PropertyPlan, PropertyDescription)? {
    guard
      let (type, isOptional) = valueType(
        of: composite, at: "\(entity).\(composite.name)", in: entity)
    else {
      note(
        "The attribute is left out, because it has no parts.", entity, composite.name,
        changesVersionHash: true)
      return nil
    }
    if composite.isOptional, !isOptional {
      note(
        "The attribute is not optional in code, because not all of its parts are optional.", entity,
        composite.name)
    }
    var plan = PropertyPlan(name: composite.name, type: type, isOptional: isOptional)
    if case .attribute(let leaf)? = composite.elements.first, composite.wrapsValue,
      let value = leaf.defaultValue,
      let code = DefaultCode(names: names).code(
        of: value, as: names.scalar(leaf.type, named: nil), stored: leaf.type)
    {
      plan.initialValue = "\(type)(rawValue: \(code))"
    }
    let leaves = composite.leaves
    let storesExternally =
      composite.elements.count == 1 && leaves.count == 1 && leaves[0].type == .binaryData
      && leaves[0].storesExternally
    var options = isUnique ? [".unique"] : []
    if storesExternally { options.append(".externalStorage") }
    if composite.preservesValueOnDeletion { options.append(".preserveValueOnDeletion") }
    if composite.isTransient { options.append(".ephemeral") }
    plan.macro = macro(options, composite.originalName, composite.versionHashModifier)
    var said = composite
    said.isOptional = isOptional
    said.elements = said.elements.map { sayable($0, entity, storesExternally: storesExternally) }
    return (plan, .composite(said))
  }

  /// The element as a structure can declare it: its members have no macros.
  private mutating func sayable(
    _ element: PropertyDescription, _ entity: String, storesExternally: Bool
  ) -> PropertyDescription {
    switch element {
    case .attribute(var leaf):
      let isSayable =
        leaf.versionHashModifier == nil && !leaf.preservesValueOnDeletion
        && leaf.storesExternally == storesExternally
      if !isSayable {
        note(
          "Only the type of this part is kept: a member of a struct cannot have the other options of the model.",
          entity, leaf.name, changesVersionHash: true)
      }
      (leaf.versionHashModifier, leaf.preservesValueOnDeletion) = (nil, false)
      leaf.storesExternally = storesExternally
      return .attribute(leaf)
    case .composite(var composite):
      composite.elements = composite.elements.map { sayable($0, entity, storesExternally: false) }
      return .composite(composite)
    case .relationship, .derived: return element
    }
  }
}

extension CompositeDescription {
  /// Whether the composite only wraps a single value, as an enumeration with raw values does.
  var wrapsValue: Bool {
    guard elements.count == 1, case .attribute(let leaf) = elements[0] else { return false }
    return leaf.name == name
  }
}

extension DerivedDescription {
  /// The type of the property in code; nil if the code omits the property.
  var codeType: AttributeType? { type == .transformable ? nil : type }
}
