import SwiftDiagnostics
import SwiftSyntax

/// A message of the macros in this module.
struct ModelDiagnostic: DiagnosticMessage {
  var message: String
  var diagnosticID: MessageID
  var severity: DiagnosticSeverity

  private init(_ id: String, _ message: String, severity: DiagnosticSeverity = .error) {
    self.message = message
    self.severity = severity
    diagnosticID = MessageID(domain: "OpenSwiftData", id: id)
  }
}

// MARK: - The declaration

extension ModelDiagnostic {
  static func notAClass(_ kind: String) -> Self {
    Self("notAClass", "@Model can only be applied to a class, not to \(kind)")
  }

  static let genericClass = Self("genericClass", "@Model cannot be applied to a generic class")

  static func missingInitializer(_ name: String) -> Self {
    Self("missingInitializer", "@Model requires an initializer be provided for '\(name)'")
  }

  static func notAnActor(_ kind: String) -> Self {
    Self("notAnActor", "@ModelActor can only be applied to an actor, not to \(kind)")
  }
}

// MARK: - Properties

extension ModelDiagnostic {
  static func constant(_ name: String) -> Self {
    Self(
      "constant",
      "persisted property '\(name)' must be a 'var', since fetching an instance sets it",
      severity: .warning)
  }

  static func severalBindings(_ name: String) -> Self {
    Self("severalBindings", "persisted property '\(name)' must be declared on its own")
  }

  static let tuplePattern = Self(
    "tuplePattern", "persisted properties cannot be declared with a tuple pattern")

  static func missingTypeAndValue(_ name: String) -> Self {
    Self("missingTypeAndValue", "persisted property '\(name)' needs a type or an initial value")
  }

  static func observers(_ name: String) -> Self {
    Self(
      "observers",
      "'willSet' and 'didSet' of persisted property '\(name)' are not called; "
        + "set it through a computed property, or observe it with withObservationTracking",
      severity: .warning)
  }

  static func wrapper(_ wrapper: String, _ name: String) -> Self {
    Self(
      "wrapper",
      "persisted property '\(name)' cannot have the property wrapper '\(wrapper)'; "
        + "mark it @Transient to keep it out of the store")
  }

  static func modifier(_ modifier: String, _ name: String) -> Self {
    Self(
      "modifier",
      "persisted property '\(name)' cannot be '\(modifier)'; "
        + "mark it @Transient to keep it out of the store")
  }

  static func unsupportedType(_ type: String, _ name: String) -> Self {
    Self(
      "unsupportedType",
      "persisted property '\(name)' cannot have the type '\(type)'; use a Codable type, a model "
        + "or a collection of models, or mark it @Transient to keep it out of the store")
  }

  static let condition = Self(
    "condition",
    "@Model cannot evaluate this condition; persisted properties, #Unique and #Index may only "
      + "depend on custom conditions, versions and the target")

  static func slotCollision(_ other: String, _ name: String) -> Self {
    Self(
      "slotCollision",
      "property '\(other)' collides with the storage that @Model adds for '\(name)'")
  }

  static func transientWithoutDefault(_ name: String) -> Self {
    Self(
      "transientWithoutDefault",
      "@Transient property '\(name)' needs a default value or an optional type, "
        + "since fetching an instance cannot set it")
  }
}

// MARK: - Attributes

extension ModelDiagnostic {
  static func withoutEffect(_ attribute: String, _ reason: String) -> Self {
    Self("withoutEffect", "@\(attribute) has no effect on \(reason)", severity: .warning)
  }

  static let attributeAndRelationship = Self(
    "attributeAndRelationship", "a property cannot have both @Attribute and @Relationship")

  static func uniqueCollection(_ name: String) -> Self {
    Self(
      "uniqueCollection",
      "'\(name)' is a collection; only single values and to-one relationships can be unique",
      severity: .warning)
  }
}

// MARK: - Constraints

extension ModelDiagnostic {
  static func unknownProperty(_ property: String, _ model: String) -> Self {
    Self("unknownProperty", "'\(model)' has no persisted property '\(property)'")
  }
}

/// A fix-it of the macros in this module.
struct ModelFixIt: FixItMessage {
  var message: String
  var fixItID: MessageID

  private init(_ id: String, _ message: String) {
    self.message = message
    fixItID = MessageID(domain: "OpenSwiftData", id: id)
  }

  static let useClass = Self("useClass", "replace 'struct' with 'final class'")
  static func useActor(_ keyword: String) -> Self {
    Self("useActor", "replace '\(keyword)' with 'actor'")
  }
  static let useVar = Self("useVar", "replace 'let' with 'var'")
  static let splitBindings = Self("splitBindings", "declare each property on its own")
  static let addType = Self("addType", "add a type")
  static let addTransient = Self("addTransient", "add '@Transient'")
  static let addDefault = Self("addDefault", "add a default value")
  static let addInitializer = Self("addInitializer", "add an initializer")
  static func removeAttribute(_ name: String) -> Self {
    Self("removeAttribute", "remove '@\(name)'")
  }
}
