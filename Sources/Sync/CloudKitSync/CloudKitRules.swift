import DataSchema

/// The rules that a model must follow for Core Data to mirror it in CloudKit.
///
/// SwiftData on Apple's systems refuses to open a mirrored store whose models violate one of them.
/// A model that only this library syncs may violate them; one that shares its container with such
/// an app may not.
public enum CloudKitRules {
  /// A rule of CloudKit for models.
  public enum Rule: String, Hashable, Sendable, CaseIterable {
    case noUniqueConstraints
    case attributesAreOptionalOrHaveDefaults
    case relationshipsAreOptional
    case relationshipsHaveInverses
    case noDenyRules
    case noOrderedRelationships
  }

  /// A violation of a rule by a model.
  public struct Violation: Hashable, Sendable, CustomStringConvertible {
    /// The entity.
    public var entity: String
    /// The property; several, separated by commas, for a constraint of several properties.
    public var property: String
    /// The rule.
    public var rule: Rule
    /// What to do about it, in a sentence.
    public var advice: String

    /// The location and the remedy.
    public var description: String { "\(entity).\(property): \(advice)" }
  }

  /// Returns the violations of a model, in the order of its entities and their properties.
  package static func violations(of model: ModelDescription) -> [Violation] {
    model.entities.flatMap { entity in
      entity.uniquenessConstraints.map { constraint in
        Violation(
          entity: entity.name, property: constraint.joined(separator: ", "),
          rule: .noUniqueConstraints,
          advice: "Remove @Attribute(.unique) or #Unique: devices that save independently "
            + "cannot keep values unique.")
      } + entity.properties.flatMap { violations(of: $0, in: entity.name) }
    }
  }

  private static func violations(
    of property: PropertyDescription, in entity: String
  ) -> [Violation] {
    switch property {
    case .attribute(let attribute):
      let isFit =
        attribute.isOptional || attribute.isTransient || attribute.defaultValue != nil
      return isFit ? [] : [needsDefault(entity, attribute.name)]
    case .composite(let composite):
      let isFit =
        composite.isOptional || composite.isTransient
        || composite.leaves.allSatisfy { $0.isOptional || $0.defaultValue != nil }
      return isFit ? [] : [needsDefault(entity, composite.name)]
    case .relationship(let relationship): return violations(of: relationship, in: entity)
    case .derived: return []
    }
  }

  private static func needsDefault(_ entity: String, _ property: String) -> Violation {
    Violation(
      entity: entity, property: property, rule: .attributesAreOptionalOrHaveDefaults,
      advice: "Make it optional, or give it a default value in its declaration: its field may be "
        + "missing in a record.")
  }

  private static func violations(
    of relationship: RelationshipDescription, in entity: String
  ) -> [Violation] {
    if relationship.isTransient { return [] }
    var found: [(Rule, String)] = []
    if !relationship.isOptional {
      found.append(
        (
          .relationshipsAreOptional,
          "Make it optional: the related record may arrive later than this one."
        ))
    }
    if relationship.inverseName == nil {
      found.append(
        (.relationshipsHaveInverses, "Give it an inverse with @Relationship(inverse:)."))
    }
    if relationship.deleteRule == .deny {
      found.append(
        (.noDenyRules, "Use another delete rule: another device may delete the related models."))
    }
    if relationship.isOrdered {
      found.append(
        (.noOrderedRelationships, "Store the order in an attribute of the related model."))
    }
    return found.map {
      Violation(entity: entity, property: relationship.name, rule: $0.0, advice: $0.1)
    }
  }
}
