import ArchivedModel
import DataSchema

// Types of values that stores keep element by element.

extension ModelPlanner {
  /// Chooses the type for a composite's values.
  ///
  /// - Parameters:
  ///   - composite: The composite.
  ///   - path: Its path, which is the key to its details.
  ///   - entity: The entity that has it.
  ///   - caseName: The enumeration case whose associated value it is; nil for others.
  /// - Returns: The type, and whether the property is optional; nil if the composite has no
  ///   elements.
  mutating func valueType(
    of composite: CompositeDescription, at path: String, in entity: String,
    case caseName: String? = nil
  ) -> (type: String, isOptional: Bool)? {
    let details = version.details[path]
    let cases = details?.caseNames ?? []
    let preferred =
      preferredName(details?.valueClassName ?? composite.valueTypeName)
      ?? caseName.flatMap(SwiftName.type)
    if composite.wrapsValue, !cases.contains(composite.name) {
      guard case .attribute(let leaf) = composite.elements[0] else { return nil }
      let isEnumeration = details?.isEnumeration ?? false
      if isEnumeration { noteCases(of: composite, leaf, entity) }
      let name = types.name(
        of: .wrapper(rawType: names.scalar(leaf.type, named: leaf.valueTypeName)),
        preferred: preferred, property: composite.name, owner: entity,
        isEnumeration: isEnumeration, ignoresOptionals: false)
      return (name, leaf.isOptional)
    }
    if details?.isEnumeration == true,
      let form = enumeration(composite, Set(cases), at: path, in: entity)
    {
      let name = types.name(
        of: form, preferred: preferred, property: composite.name, owner: entity,
        isEnumeration: true, ignoresOptionals: false)
      return (name, composite.isOptional)
    }
    let members = self.members(of: composite, at: path, in: entity)
    guard !members.isEmpty else { return nil }
    let name = types.name(
      of: .structure(members), preferred: preferred, property: composite.name, owner: entity,
      isEnumeration: false, ignoresOptionals: composite.allowsNil)
    return (name, composite.allowsNil)
  }

  private mutating func noteCases(
    of composite: CompositeDescription, _ leaf: AttributeDescription, _ entity: String
  ) {
    note(
      "Stores contain the raw values of an enum, but not its cases; replace the struct with your enum"
        + (leaf.isOptional && !composite.isOptional
          ? ", and make the property not optional." : "."),
      entity, composite.name)
  }

  /// The last component of a type's name, if it can be used in code.
  private func preferredName(_ name: String?) -> String? {
    guard let last = name?.split(separator: ".").last.map(String.init),
      SwiftName.isIdentifier(last), !last.hasPrefix("NS")
    else { return nil }
    return last
  }

  /// The members of a structure, or the associated values of an enumeration case.
  private mutating func members(
    of composite: CompositeDescription, at path: String, in entity: String,
    case caseName: String? = nil
  ) -> [ValueType.Member] {
    var members: [ValueType.Member] = []
    for element in composite.elements {
      switch element {
      case .attribute(let leaf):
        members.append(
          ValueType.Member(
            key: leaf.name, type: type(of: leaf, at: "\(path).\(leaf.name)", in: entity),
            isOptional: leaf.isOptional))
      case .composite(let part):
        let place = "\(path).\(part.name)"
        guard
          let (type, isOptional) = valueType(of: part, at: place, in: entity, case: caseName)
        else { continue }
        members.append(ValueType.Member(key: part.name, type: type, isOptional: isOptional))
      case .relationship, .derived: continue
      }
    }
    return members
  }

  /// The type of an element; nested collections are stored as JSON text.
  private mutating func type(
    of leaf: AttributeDescription, at path: String, in entity: String
  ) -> String {
    let typeName = version.details[path]?.valueClassName ?? leaf.valueTypeName
    guard leaf.type == .binaryData, let typeName, let collection = CollectionType(typeName, names)
    else { return names.scalar(leaf.type, named: leaf.valueTypeName) }
    if collection.hasUnknownParts { result.usesJSON = true }
    return collection.text
  }

  /// An enumeration whose cases are known; nil if their names cannot be used in code.
  private mutating func enumeration(
    _ composite: CompositeDescription, _ plain: Set<String>, at path: String, in entity: String
  ) -> ValueType.Form? {
    var (withValues, without): ([ValueType.Case], [ValueType.Case]) = ([], [])
    for element in composite.elements {
      guard SwiftName.isIdentifier(element.name), !["self", "Self"].contains(element.name) else {
        return nil
      }
      switch element {
      case .attribute(let leaf):
        guard leaf.type == .string, plain.contains(leaf.name) else { return nil }
        without.append(ValueType.Case(name: leaf.name, values: []))
      case .composite(let part):
        let values = members(of: part, at: "\(path).\(part.name)", in: entity, case: part.name)
        guard !values.isEmpty, values.enumerated().allSatisfy(isLabel) else { return nil }
        withValues.append(ValueType.Case(name: part.name, values: values))
      case .relationship, .derived: return nil
      }
    }
    return .enumeration(withValues + without)
  }

  private func isLabel(_ place: Int, _ value: ValueType.Member) -> Bool {
    value.key == "_\(place)"
      || SwiftName.isIdentifier(value.key) && !value.key.hasPrefix("_")
  }
}
