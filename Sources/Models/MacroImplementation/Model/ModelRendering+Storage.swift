extension ModelDeclaration {
  /// The initializers of an instance without any loaded values, and of one that adopts values from
  /// backing data.
  var requiredInitializers: [String] {
    let all = properties.map { "\($0.slot) = nil" }
    let unset = properties.filter(\.hasNoInitialValue).map { "\($0.slot) = nil" }
    if isSubclass {
      return [
        materializing("", all + ["super.init(_materializing: materialization)"]),
        takingBackingData("", unset + ["super.init(backingData: backingData)"]),
      ]
    }
    let adoption = "OpenSwiftData._GeneratedCode.adopt(backingData, by: self)"
    guard mayHaveSuperclass else {
      return [materializing("", all), takingBackingData("", unset + [adoption])]
    }
    let hint =
      "// A superclass that is not a model must have an init(), and the model must be final."
    guard isFinal else {
      return [materializing("", all + [hint]), takingBackingData("", unset + [hint, adoption])]
    }
    // If there is a superclass, its initializer has to run before the values are adopted.
    return [
      materializing("convenience ", ["self.init(_$isEmpty: true)"]),
      takingBackingData("convenience ", ["self.init(_$isEmpty: false)", adoption]),
      emptying(all, unset, hint),
    ]
  }

  private func materializing(_ modifier: String, _ body: [String]) -> String {
    """
    \(isolation)\(access)required \(modifier)init(
      _materializing materialization: OpenSwiftData._Materialization
    ) {
      \(initializerBody(body))
    }
    """
  }

  private func takingBackingData(_ modifier: String, _ body: [String]) -> String {
    """
    \(isolation)\(access)required \(modifier)init(
      backingData: any OpenSwiftData.BackingData<\(rootName)>
    ) {
      \(initializerBody(body))
    }
    """
  }

  private func emptying(_ all: [String], _ unset: [String], _ hint: String) -> String {
    let others = all.filter { !unset.contains($0) }
    let emptied = others.isEmpty ? [] : ["if _$isEmpty {"] + others.map { "  \($0)" } + ["}"]
    return """
      \(isolation)private init(_$isEmpty: Swift.Bool) {
        \(initializerBody(unset + emptied + [hint]))
      }
      """
  }

  /// Returns the statements of an initializer.
  ///
  /// In a class with errors, it may be impossible to set every stored property. A body that never
  /// returns prevents the compiler from reporting that as further errors.
  private func initializerBody(_ statements: [String]) -> String {
    isValid ? statements.joined(separator: "\n  ") : "Swift.fatalError()"
  }

  /// The function that decodes all properties from a row.
  var loadFunction: String {
    var body = isSubclass ? ["super._$load(row)"] : []
    body += properties.enumerated().map { index, property in
      let function =
        property.isTransformable
        ? "loadTransformable" : property.mayBeRelationship ? "loadLink" : "load"
      let key = property.mayBeRelationship ? ", &\(property.key)" : ""
      return "row.\(function)(\(position(index)), &\(property.slot)\(key))"
    }
    return """
      \(isolation)\(instanceMember)func _$load(_ row: OpenSwiftData._RowLoader) {
        \(body.joined(separator: "\n  "))
      }
      """
  }

  /// The function that binds all properties to a statement.
  var bindFunction: String {
    var body = isSubclass ? ["super._$bind(row)"] : []
    body += properties.enumerated().map { index, property in
      let function =
        property.isTransformable
        ? "bindTransformable" : property.mayBeRelationship ? "bindLink" : "bind"
      let key = property.mayBeRelationship ? ", \(property.key)" : ""
      return "row.\(function)(\(position(index)), \(property.slot)\(key))"
    }
    return """
      \(isolation)\(instanceMember)func _$bind(_ row: OpenSwiftData._RowBinder) {
        \(body.joined(separator: "\n  "))
      }
      """
  }

  /// The function that unloads the values of the properties in a mask.
  var unloadFunction: String {
    var body = isSubclass ? ["super._$unload(mask)"] : []
    body += properties.enumerated().map { index, property in
      let key = property.mayBeRelationship ? ", &\(property.key)" : ""
      return
        "OpenSwiftData._GeneratedCode.unload(&_$state, mask, \(position(index)), &\(property.slot)\(key))"
    }
    return """
      \(isolation)\(instanceMember)func _$unload(_ mask: Swift.UInt64) {
        \(body.joined(separator: "\n  "))
      }
      """
  }

  /// The function that returns the storage of a relationship in the instance; nil for an attribute.
  var linkFunction: String {
    let links = properties.enumerated().filter { $1.mayBeRelationship }.map { index, property in
      """
      if OpenSwiftData._GeneratedCode.isEqual(index, \(position(index))) {
        return OpenSwiftData._GeneratedCode.link(&\(property.slot), &\(property.key))
      }
      """
    }
    let body = links + [isSubclass ? "return super._$link(index)" : "return nil"]
    return """
      \(isolation)\(instanceMember)func _$link(_ index: Swift.Int) -> OpenSwiftData._Link? {
        \(body.joined(separator: "\n  "))
      }
      """
  }

  /// A deinitializer that releases other models one after the other, because the implicit one would
  /// overflow the stack at the end of a long chain of models.
  ///
  /// Nil if the class declares its own deinitializer.
  var destructor: String? {
    let slots = properties.filter(\.mayBeRelationship).map(\.slot)
    guard !hasDestructor, !slots.isEmpty else { return nil }
    let body = slots.map { "OpenSwiftData._GeneratedCode.release(&\($0))" }
    return """
      deinit {
        \(body.joined(separator: "\n  "))
      }
      """
  }

  /// Returns the index of a property in its model, as an expression.
  func position(_ index: Int) -> String {
    isSubclass ? "\(name)._$firstIndex + \(index)" : "\(index)"
  }
}

extension PersistedProperty {
  /// Whether initializers have to set the property.
  var hasNoInitialValue: Bool {
    if case .none = initialValue { true } else { false }
  }
}
