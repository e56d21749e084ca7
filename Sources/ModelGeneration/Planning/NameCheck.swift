import DataSchema

/// Refuses models with names that no code can have.
///
/// A name is part of the version hash, so that another could not stand in for it.
struct NameCheck {
  /// Members that every model has for itself.
  private static let members: Set<String> = [
    "hasChanges", "isDeleted", "modelContext", "persistentBackingData", "persistentModelID",
  ]

  let model: ModelDescription

  init(_ model: ModelDescription) { self.model = model }

  func check() throws(ModelGenerationError) {
    for entity in model.entities {
      guard SwiftName.isIdentifier(entity.name), !["Any", "Self"].contains(entity.name) else {
        throw impossible("The entity", entity.name, "No class can have that name.")
      }
      for property in entity.properties where property.isInCode {
        let name = property.name
        guard SwiftName.isIdentifier(name), name != "self" else {
          throw impossible(
            "The property", "\(entity.name).\(name)", "No property can have that name.")
        }
        guard !Self.members.contains(name), !name.hasPrefix("_$") else {
          throw impossible(
            "The property", "\(entity.name).\(name)", "Every model has such a member already.")
        }
      }
    }
  }

  private func impossible(
    _ kind: String, _ name: String, _ reason: String
  ) -> ModelGenerationError {
    ModelGenerationError(
      .impossibleName, "\(kind) '\(name.prefix(200))' cannot be said in code. \(reason)",
      advice: "Rename it in a new version of the model, and migrate the store to that first.")
  }
}

extension PropertyDescription {
  /// Whether code has the property.
  fileprivate var isInCode: Bool {
    switch self {
    case .derived: false
    case .relationship(let relationship): !relationship.isTransient
    case .attribute, .composite: true
    }
  }
}
