extension ModelDeclaration {
  /// The initializers of an instance of which nothing is loaded yet, and of one that takes its values
  /// from backing data.
  var requiredInitializers: [String] {
    let all = properties.map { "\($0.slot) = nil" }
    let unset = properties.filter(\.hasNoInitialValue).map { "\($0.slot) = nil" }
    if isSubclass {
      return [
        materializing("", all + ["super.init(_materializing: materialization)"]),
        takingBackingData("", unset + ["super.init(backingData: backingData)"]),
      ]
    }
    let adoption = "OpenSwiftData._adopt(backingData, by: self)"
    guard mayHaveSuperclass else {
      return [materializing("", all), takingBackingData("", unset + [adoption])]
    }
    let hint = "// A superclass that is no model must have an init(), and the model be final."
    guard isFinal else {
      return [materializing("", all + [hint]), takingBackingData("", unset + [hint, adoption])]
    }
    // Where there is a superclass, its initializer has to run before the values are adopted.
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

  /// The statements of an initializer.
  ///
  /// In a class with errors not every stored property can be set; a body that never returns keeps
  /// the compiler from adding that to the errors.
  private func initializerBody(_ statements: [String]) -> String {
    isValid ? statements.joined(separator: "\n  ") : "Swift.fatalError()"
  }

  /// The function that decodes every property from a row.
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

  /// The function that binds every property to a statement.
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

  /// The function that forgets the values of the properties in a mask.
  var unloadFunction: String {
    var body = isSubclass ? ["super._$unload(mask)"] : []
    body += properties.enumerated().map { index, property in
      let key = property.mayBeRelationship ? ", &\(property.key)" : ""
      return "OpenSwiftData._unload(&_$state, mask, \(position(index)), &\(property.slot)\(key))"
    }
    return """
      \(isolation)\(instanceMember)func _$unload(_ mask: Swift.UInt64) {
        \(body.joined(separator: "\n  "))
      }
      """
  }

  /// The function that tells where the instance keeps a relationship; nil for an attribute.
  var linkFunction: String {
    let links = properties.enumerated().filter { $1.mayBeRelationship }.map { index, property in
      """
      if OpenSwiftData._is(index, \(position(index))) {
        return OpenSwiftData._link(&\(property.slot), &\(property.key))
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

  /// The destructor that lets go of other models one after the other: were it left to the
  /// compiler, the end of a long chain of models would be that of the stack.
  ///
  /// Nil where the class has a destructor of its own.
  var destructor: String? {
    let slots = properties.filter(\.mayBeRelationship).map(\.slot)
    guard !hasDestructor, !slots.isEmpty else { return nil }
    let body = slots.map { "OpenSwiftData._release(&\($0))" }
    return """
      deinit {
        \(body.joined(separator: "\n  "))
      }
      """
  }

  /// The position of a property in its model, as an expression.
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
