/// A subset of a store's entities and properties, as declared by a program that only reads.
///
/// Details that matter only for writing may differ.
package struct ModelPart {
  /// The declared entities, with unspecified inverses adopted from the store.
  package let model: ModelDescription
  /// The declarations that cannot be read from the store.
  package private(set) var differences = SchemaDifferences()

  private let own: Lineage
  private let whole: Lineage
  private let names: Set<String>

  /// - Parameters:
  ///   - declared: The entities of the program.
  ///   - stored: All entities of the store.
  package init(_ declared: ModelDescription, of stored: ModelDescription) {
    whole = Lineage(stored)
    model = declared.withInverses(of: whole)
    own = Lineage(model)
    names = Set(model.entities.map(\.name))
    for entity in model.entities.sorted(by: { $0.name.precedesByCodeUnits($1.name) }) {
      guard stored.entity(named: entity.name) != nil else {
        differences.add(entity.name, "\(entity.name.clipped) is missing in the store.")
        continue
      }
      let parts = propertyParts(of: entity) + inheritanceParts(of: entity)
      guard !parts.isEmpty else { continue }
      let more = parts.count > Self.limit ? ["\(parts.count - Self.limit) more"] : []
      let text = (parts.prefix(Self.limit) + more).joined(separator: "; ")
      differences.add(entity.name, "\(entity.name.clipped) differs: \(text).")
    }
  }

  /// The maximum number of differences that are reported for one entity.
  private static let limit = 12

  private func propertyParts(of entity: EntityDescription) -> [String] {
    let properties = own.properties(of: entity.name).filter(\.isStored)
    return properties.sorted { $0.name.precedesByCodeUnits($1.name) }.compactMap { property in
      guard let stored = whole.property(property.name, of: entity.name), stored.isStored else {
        return "\(property.name.clipped) is missing in the store (\(property.summary))"
      }
      let found = property.differences(from: stored.asRead(by: property))
      return found.isEmpty
        ? nil : "\(property.name.clipped) \(found.joined(separator: ", "))"
    }
  }

  /// Compares the parent with the nearest stored ancestor that is also declared.
  private func inheritanceParts(of entity: EntityDescription) -> [String] {
    let parent = whole.ancestry(of: entity.name).dropLast().last { names.contains($0.name) }?.name
    guard parent != entity.parentName else { return [] }
    return [
      "it inherits from \((parent ?? "nothing").clipped) in the store and "
        + "\((entity.parentName ?? "nothing").clipped) here"
    ]
  }
}

extension ModelDescription {
  /// Returns the model with unspecified inverses adopted from a store.
  fileprivate func withInverses(of whole: Lineage) -> ModelDescription {
    let own = Lineage(self)
    return settingInverses(
      openRelationships.reduce(into: [:]) { inverses, open in
        let (place, relationship) = open
        guard
          case .relationship(let stored)? = whole.property(
            place.relationship, of: place.entity),
          let name = stored.inverseName,
          case .relationship(let back)? = own.property(name, of: relationship.destination),
          back.leavesInverseOpen || back.inverseName == place.relationship
        else {
          inverses[place] = .some(nil)
          return
        }
        inverses[place] = .some(name)
      })
  }
}

extension PropertyDescription {
  /// Returns a property of a store as it appears to a reader with another declaration.
  ///
  /// - Parameter own: The declaration.
  /// - Returns: The property, with the differences removed that do not matter for reading.
  fileprivate func asRead(by own: PropertyDescription) -> PropertyDescription {
    switch (self, own) {
    case (.attribute(let stored), .attribute(let own)):
      .attribute(stored.asRead(by: own))
    case (.derived(let stored), .attribute(let own)):
      stored.type.map { type in
        .attribute(
          AttributeDescription(name: name, type: type, isOptional: true).asRead(by: own))
      } ?? self
    case (.composite(let stored), .composite(let own)):
      .composite(stored.asRead(by: own))
    case (.relationship(let stored), .relationship(let own)):
      .relationship(stored.asRead(by: own))
    default: self
    }
  }
}

extension AttributeDescription {
  fileprivate func asRead(by own: AttributeDescription) -> AttributeDescription {
    var attribute = self
    attribute.isOptional = isOptional || own.isOptional
    attribute.storesExternally = own.storesExternally
    attribute.preservesValueOnDeletion = own.preservesValueOnDeletion
    attribute.versionHashModifier = own.versionHashModifier
    return attribute
  }
}

extension CompositeDescription {
  fileprivate func asRead(by own: CompositeDescription) -> CompositeDescription {
    let others = own.leaves
    var composite = self
    composite.elements = leaves.enumerated().map { place, leaf in
      .attribute(place < others.count ? leaf.asRead(by: others[place]) : leaf)
    }
    return composite
  }
}

extension RelationshipDescription {
  fileprivate func asRead(by own: RelationshipDescription) -> RelationshipDescription {
    var relationship = self
    relationship.isOptional = isToMany ? own.isOptional : isOptional || own.isOptional
    relationship.inverseName = own.inverseName == nil ? nil : inverseName
    relationship.isOrdered = own.isOrdered
    relationship.minimumCount = own.minimumCount
    relationship.maximumCount = own.maximumCount
    relationship.deleteRule = own.deleteRule
    relationship.versionHashModifier = own.versionHashModifier
    return relationship
  }
}
