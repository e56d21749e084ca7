import DataSchema

/// Rejects models with names that cannot be used in code.
///
/// Names are part of the version hash, so they cannot be replaced.
struct NameCheck {
  /// Members that every model already has.
  private static let members: Set<String> = [
    "hasChanges", "hashValue", "isDeleted", "modelContext", "persistentBackingData",
    "persistentModelID",
  ]

  /// Names of types and modules to which the code of all models refers, and of the type of their
  /// `id`.
  private static let types: Set<String> = [
    "Any", "AnyObject", "Foundation", "ID", "Int", "OpenSwiftData", "Self", "Swift", "SwiftData",
  ]
  /// Names that are keywords after a period.
  private static let keywords: Set<String> = ["Protocol", "Self", "Type", "self"]
  private static let modules: Set<String> = ["Foundation", "OpenSwiftData", "Swift", "SwiftData"]

  let model: ModelDescription

  init(_ model: ModelDescription) { self.model = model }

  func check() throws(ModelGenerationError) {
    let lineage = Lineage(model)
    for entity in model.entities {
      guard SwiftName.isIdentifier(entity.name), !Self.types.contains(entity.name) else {
        throw impossible("The entity", entity.name, "No class can have that name.")
      }
      let inherited = lineage.properties(of: entity.name).filter(\.isInCode).map(\.name)
      guard !inherited.contains(entity.name) else {
        throw impossible(
          "The property", "\(entity.name).\(entity.name)",
          "It would hide the class in its own code.")
      }
      let names = entity.properties.filter(\.isInCode).map(\.name)
      let slots = Set(names.map { "_\($0)" })
      for name in names { try check(name, of: entity.name, slots) }
    }
  }

  private func check(
    _ name: String, of entity: String, _ slots: Set<String>
  ) throws(ModelGenerationError) {
    let reason: String
    if !SwiftName.isIdentifier(name) || Self.keywords.contains(name)
      || Self.modules.contains(name)
    {
      reason = "No property can have that name."
    } else if Self.members.contains(name) || name.hasPrefix("_$") {
      reason = "Every model has such a member already."
    } else if slots.contains(name) {
      reason = "@Model uses that name for the values of another property."
    } else {
      return
    }
    throw impossible("The property", "\(entity).\(name)", reason)
  }

  private func impossible(
    _ kind: String, _ name: String, _ reason: String
  ) -> ModelGenerationError {
    ModelGenerationError(
      .impossibleName, "\(kind) '\(name.prefix(200))' cannot be used in code. \(reason)",
      advice: "Rename it in a new version of the model, and migrate the store to that first.")
  }
}

extension NameCheck {
  /// Whether a class can have the name without a spelling that depends on the place.
  static func canBeClass(_ name: String) -> Bool {
    SwiftName.isIdentifier(name)
      && types.union(keywords).union(TypeNames.reserved).union(TypeNames.others)
        .union(["PostgresData", "PostgresMapping"]).isDisjoint(with: [name])
  }

  /// Whether a property can have the name; it may need backticks.
  static func canBeProperty(_ name: String) -> Bool {
    SwiftName.isIdentifier(name) && !name.hasPrefix("_")
      && keywords.union(modules).union(members).isDisjoint(with: [name])
  }
}

extension PropertyDescription {
  /// Whether the property exists in code.
  fileprivate var isInCode: Bool {
    switch self {
    case .derived(let derived): derived.codeType != nil
    case .relationship(let relationship): !relationship.isTransient
    case .attribute, .composite: true
    }
  }
}
