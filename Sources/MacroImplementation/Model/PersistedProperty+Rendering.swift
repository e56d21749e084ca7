/// What the members of a persisted property know about their class.
struct PropertyContext {
  var modelName: String
  /// The property's index in its model, as an expression.
  var index: String
  /// Whether the slot lives in a class that claims to be `Sendable`, or belongs to an actor.
  var storesUnchecked: Bool
}

extension PersistedProperty {
  /// The accessors that stand in front of the slot.
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

  // Each accessor is one call: what stands here stands in the code of every property. A property that
  // may be a relationship leaves it to the compiler to choose the right one by the property's type.

  private func getter(in context: PropertyContext) -> String {
    let function = mayBeRelationship ? "_getLink" : "_get"
    return """
      get {
        OpenSwiftData.\(function)(self, \(context.index), &\(slot))
      }
      """
  }

  private func setter(in context: PropertyContext) -> String {
    let call = mayBeRelationship ? "_setLink(self" : "_set(self, &_$state"
    return """
      set {
        OpenSwiftData.\(call), \(context.index), &\(slot), newValue)
      }
      """
  }

  private func modifier(in context: PropertyContext) -> String {
    let begin = mayBeRelationship ? "_beginEdit" : "_beginModify"
    let end = mayBeRelationship ? "_endEdit" : "_endModify"
    let place = mayBeRelationship ? ", &\(slot)" : ""
    return """
      _modify {
        OpenSwiftData.\(begin)(self, \(context.index), &\(slot))
        defer { OpenSwiftData.\(end)(self, \(context.index)\(place)) }
        yield &\(slot)!
      }
      """
  }

  /// The declarations beside the property.
  func peers(in context: PropertyContext) -> [String] {
    var peers = [slotDeclaration(in: context)]
    if mayBeRelationship { peers.append(keyDeclaration(in: context)) }
    if isTypeChecked { peers.append(typeCheck(in: context)) }
    return peers
  }

  /// The stored property that holds the key of a to-one relationship's other end.
  private func keyDeclaration(in context: PropertyContext) -> String {
    let isolation = context.storesUnchecked ? "nonisolated(unsafe) " : ""
    return """
      @exclusivity(unchecked) \(isolation)private var \(key) = Swift.Int64.min
      """
  }

  /// The stored property that holds the value; nil in it means that the value is not loaded.
  ///
  /// Its type is spelled `Optional<…>`, since `…?` would start as nil without being set, and
  /// initializers must be made to set it.
  private func slotDeclaration(in context: PropertyContext) -> String {
    let isolation = context.storesUnchecked ? "nonisolated(unsafe) " : ""
    let type = type.map { ": Swift.Optional<\($0)>" } ?? ""
    let value = slotValue.map { " = \($0)" } ?? ""
    return
      "@exclusivity(unchecked) \(isolation)private var \(slot)\(type)\(value)"
  }

  /// The function that names the type, and so has the compiler check it, once, beside the property.
  ///
  /// It is the main actor's, which may be the only one to know how the type is Codable.
  private func typeCheck(in context: PropertyContext) -> String {
    """
    @Swift.MainActor private static func \(typeFunction)() -> OpenSwiftData._ValueType {
      OpenSwiftData._valueType(\(typeExpression(in: context.modelName)))
    }
    """
  }

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
