import SwiftSyntax
import SwiftSyntaxBuilder

/// What the accessors of a persisted property know about their class.
struct AccessorContext {
  var modelName: String
  /// The property's index in its model, as an expression.
  var index: String
  /// Whether the slot lives in a class that claims to be `Sendable`.
  var storesUnchecked: Bool
}

extension PersistedProperty {
  /// The accessors that stand in front of the slot.
  func accessors(in context: AccessorContext) -> [AccessorDeclSyntax] {
    mayBeRelationship
      ? [
        initAccessor, linkGetter(in: context), linkSetter(in: context), linkModifier(in: context),
      ]
      : [initAccessor, getter(in: context), setter(in: context), modifier(in: context)]
  }

  private var initAccessor: AccessorDeclSyntax {
    let conversion = isTransformable ? "_storedTransformable" : "_stored"
    return """
      @storageRestrictions(initializes: \(raw: slot))
      init(initialValue) {
        \(raw: slot) = OpenSwiftData.\(raw: conversion)(initialValue)
      }
      """
  }

  private func getter(in context: AccessorContext) -> AccessorDeclSyntax {
    """
    get {
      if OpenSwiftData._isTrackingObservations() {
        access(keyPath: \\\(raw: context.modelName).\(raw: spelling))
      }
      if let value = OpenSwiftData._value(&\(raw: slot)) {
        return value
      }
      OpenSwiftData._fireFault(self, \(raw: context.index))
      return OpenSwiftData._resolved(\(raw: slot), "\(raw: name)", of: self)
    }
    """
  }

  private func setter(in context: AccessorContext) -> AccessorDeclSyntax {
    """
    set {
      if _$state._isPlain(\(raw: context.index)) {
        \(raw: slot) = newValue
      } else {
        OpenSwiftData._willSet(self, \(raw: context.index))
        withMutation(keyPath: \\\(raw: context.modelName).\(raw: spelling)) {
          \(raw: slot) = newValue
        }
      }
    }
    """
  }

  private func modifier(in context: AccessorContext) -> AccessorDeclSyntax {
    """
    _modify {
      if OpenSwiftData._isTrackingObservations() {
        access(keyPath: \\\(raw: context.modelName).\(raw: spelling))
      }
      if case nil = \(raw: slot) {
        OpenSwiftData._fireFault(self, \(raw: context.index))
        \(raw: slot) = OpenSwiftData._resolved(\(raw: slot), "\(raw: name)", of: self)
      }
      OpenSwiftData._settle(&\(raw: slot))
      OpenSwiftData._willSet(self, \(raw: context.index))
      OpenSwiftData._beginMutation(self, \\\(raw: context.modelName).\(raw: spelling))
      defer {
        OpenSwiftData._endMutation(self, \\\(raw: context.modelName).\(raw: spelling))
      }
      yield &\(raw: slot)!
    }
    """
  }

  // A property that may be a relationship leaves the work to functions of which the compiler
  // chooses the right one by the property's type.

  private func linkGetter(in context: AccessorContext) -> AccessorDeclSyntax {
    """
    get {
      if OpenSwiftData._isTrackingObservations() {
        access(keyPath: \\\(raw: context.modelName).\(raw: spelling))
      }
      if let value = \(raw: slot) {
        return value
      }
      return OpenSwiftData._resolve(&\(raw: slot), \(raw: context.index), "\(raw: name)", of: self)
    }
    """
  }

  private func linkSetter(in context: AccessorContext) -> AccessorDeclSyntax {
    """
    set {
      OpenSwiftData._assign(
        newValue, to: &\(raw: slot), \(raw: context.index),
        \\\(raw: context.modelName).\(raw: spelling), of: self)
    }
    """
  }

  private func linkModifier(in context: AccessorContext) -> AccessorDeclSyntax {
    """
    _modify {
      if OpenSwiftData._isTrackingObservations() {
        access(keyPath: \\\(raw: context.modelName).\(raw: spelling))
      }
      OpenSwiftData._beginEdit(&\(raw: slot), \(raw: context.index), "\(raw: name)", of: self)
      OpenSwiftData._beginMutation(self, \\\(raw: context.modelName).\(raw: spelling))
      defer {
        OpenSwiftData._endEdit(&\(raw: slot), \(raw: context.index), of: self)
        OpenSwiftData._endMutation(self, \\\(raw: context.modelName).\(raw: spelling))
      }
      yield &\(raw: slot)!
    }
    """
  }

  /// The stored property that holds the key of a to-one relationship's other end.
  func keyDeclaration(in context: AccessorContext) -> DeclSyntax {
    let isolation = context.storesUnchecked ? "nonisolated(unsafe) " : ""
    return """
      @exclusivity(unchecked) \(raw: isolation)private var \(raw: key) = Swift.Int64.min
      """
  }

  /// The stored property that holds the value; nil in it means that the value is not loaded.
  ///
  /// Its type is spelled `Optional<…>`, since `…?` would start as nil without being set, and
  /// initializers must be made to set it.
  func slotDeclaration(in context: AccessorContext) -> DeclSyntax {
    let isolation = context.storesUnchecked ? "nonisolated(unsafe) " : ""
    let type = slotType.map { ": Swift.Optional<\($0)>" } ?? ""
    let value = slotValue.map { " = \($0)" } ?? ""
    return
      "@exclusivity(unchecked) \(raw: isolation)private var \(raw: slot)\(raw: type)\(raw: value)"
  }

  /// The type of the value, where it is written or follows from a literal.
  private var slotType: String? { type }

  private var slotValue: String? {
    switch initialValue {
    case .none: nil
    case .null: ".some(nil)"
    case .literal(let literal): type == nil ? "OpenSwiftData._slot(\(literal))" : literal
    case .expression(let expression):
      // The coercion keeps `.none` from meaning the slot's own nil.
      type.map { "OpenSwiftData._isMaterializing() ? nil : ((\(expression)) as \($0))" }
        ?? "OpenSwiftData._slot(\(expression))"
    }
  }
}
