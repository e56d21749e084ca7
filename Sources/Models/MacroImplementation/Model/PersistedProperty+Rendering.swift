/// The information about the class that is needed to render a persisted property.
struct PropertyContext {
  var modelName: String
  /// The property's index in its model, as an expression.
  var index: String
  /// Whether the slot is in a class that declares a `Sendable` conformance, or that belongs to an
  /// actor.
  var storesUnchecked: Bool
}

extension PersistedProperty {
  /// Returns the accessors for the slot.
  func accessors(in context: PropertyContext) -> [String] {
    [initAccessor, getter(in: context), setter(in: context)]
      + (changesWhole ? [] : [modifier(in: context)])
  }

  private var initAccessor: String {
    """
    @storageRestrictions(initializes: \(slot))
    init(initialValue) {
      \(slot) = .some(initialValue)
    }
    """
  }

  // Each accessor is a single call, because its code is repeated for every property. For a property
  // that may be a relationship, the compiler selects the right overload by the property's type.

  private func getter(in context: PropertyContext) -> String {
    let function = mayBeRelationship ? "getLink" : "get"
    return """
      get {
        OpenSwiftData._GeneratedCode.\(function)(self, \(context.index), &\(slot))
      }
      """
  }

  private func setter(in context: PropertyContext) -> String {
    let call = mayBeRelationship ? "setLink(self" : "set(self, &_$state"
    return """
      set {
        OpenSwiftData._GeneratedCode.\(call), \(context.index), &\(slot), newValue)
      }
      """
  }

  private func modifier(in context: PropertyContext) -> String {
    let begin = mayBeRelationship ? "beginEdit" : "beginModify"
    let end = mayBeRelationship ? "endEdit" : "endModify"
    let place = mayBeRelationship ? ", &\(slot)" : ""
    return """
      _modify {
        OpenSwiftData._GeneratedCode.\(begin)(self, \(context.index), &\(slot))
        defer { OpenSwiftData._GeneratedCode.\(end)(self, \(context.index)\(place)) }
        yield &\(slot)!
      }
      """
  }

  /// Returns the declarations beside the property.
  func peers(in context: PropertyContext) -> [String] {
    var peers = [slotDeclaration(in: context)]
    if mayBeRelationship { peers.append(keyDeclaration(in: context)) }
    if isTypeChecked { peers.append(typeCheck(in: context)) }
    return peers
  }

  /// Returns the stored property for the key of a to-one relationship's target.
  private func keyDeclaration(in context: PropertyContext) -> String {
    let isolation = context.storesUnchecked ? "nonisolated(unsafe) " : ""
    return """
      @exclusivity(unchecked) \(isolation)private var \(key) = Swift.Int64.min
      """
  }

  /// Returns the stored property for the value, which is nil if the value is not loaded.
  ///
  /// Its type is written as `Optional<…>`, because a variable of type `…?` would implicitly start
  /// as nil, and initializers must be required to set it.
  private func slotDeclaration(in context: PropertyContext) -> String {
    let isolation = context.storesUnchecked ? "nonisolated(unsafe) " : ""
    let type = type.map { ": Swift.Optional<\($0)>" } ?? ""
    let value = slotValue.map { " = \($0)" } ?? ""
    return
      "@exclusivity(unchecked) \(isolation)private var \(slot)\(type)\(value)"
  }

  /// Returns a function that names the type, so that the compiler checks it once, beside the
  /// property.
  ///
  /// It is isolated to the main actor, because the type's `Codable` conformance may be.
  private func typeCheck(in context: PropertyContext) -> String {
    """
    @Swift.MainActor private static func \(typeFunction)() -> OpenSwiftData._ValueType {
      OpenSwiftData._GeneratedCode.valueType(\(typeExpression(in: context.modelName)))
    }
    """
  }

  private var slotValue: String? {
    switch initialValue {
    case .none: nil
    case .null: ".some(nil)"
    case .literal(let literal):
      type == nil ? "OpenSwiftData._GeneratedCode.slot(\(literal))" : literal
    case .expression(let expression):
      // The coercion prevents `.none` from meaning the slot's own nil.
      type.map {
        "OpenSwiftData._GeneratedCode.isMaterializing() ? nil : ((\(expression)) as \($0))"
      }
        ?? "OpenSwiftData._GeneratedCode.slot(\(expression))"
    }
  }
}
