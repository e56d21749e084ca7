extension ModelDeclaration {
  /// The description of the class's properties, from which its entity is derived.
  var schemaMetadata: String {
    let statements =
      properties.map(statement) + (isValid ? constraints.map(statement) : []) + formerName
    let inherited = isSubclass ? ", super.schemaMetadata" : ""
    return """
      \(isolation)\(classMember) var schemaMetadata: [OpenSwiftData.Schema.PropertyMetadata] {
        let _$list = OpenSwiftData._PropertyList(\(isFinal ? name : "Self").self\(inherited))
        \(statements.joined(separator: "\n  "))
        return _$list.metadata
      }
      """
  }

  /// The functions that return the key path of a property.
  ///
  /// Key paths are written only here, because each occurrence generates code of its own.
  var keyPathFunctions: [String] {
    keyPathFunctions(
      "_$keyPath", "Swift.AnyKeyPath", through: "", other: isSubclass ? nil : identifierKeyPath)
  }

  /// The functions that return the key path of a property with an optional model as its root.
  ///
  /// The leading `?` of a key path cannot be added at run time.
  var optionalKeyPathFunctions: [String] {
    keyPathFunctions("_$optionalKeyPath", "Swift.AnyKeyPath?", through: "?.?", other: nil)
  }

  private var identifierKeyPath: String {
    // The compiler (Swift 6.3) crashes on this key path in a generic function of a class.
    isFinal
      ? "\\\(name).persistentModelID" : "OpenSwiftData._GeneratedCode.identifierKeyPath(model)"
  }

  /// Returns functions that find a key path by the index of a property.
  ///
  /// In a class that may have subclasses, a generic function creates the key path. Its root must be
  /// the class on which the function is called; otherwise it would not equal any key path that a
  /// program writes for that class.
  private func keyPathFunctions(
    _ function: String, _ result: String, through: String, other: String?
  ) -> [String] {
    let isolation = isActorsOwn ? "@Swift.MainActor " : ""
    let root = isFinal ? name : "_$Model"
    let paths = properties.enumerated().map { index, property in
      "if OpenSwiftData._GeneratedCode.isEqual(index, \(position(index))) { return \\\(root)\(through).\(property.spelling) }"
    }
    let last = isSubclass ? "super.\(function)(index)" : other ?? "nil"
    let signature = "\(isolation)\(classMember) func \(function)(_ index: Swift.Int) -> \(result)"
    guard !isFinal, !properties.isEmpty || other != nil else {
      return [
        """
        \(signature) {
          \((paths + ["return \(last)"]).joined(separator: "\n  "))
        }
        """
      ]
    }
    let call = "\(name).\(function)(index, Self.self)"
    let optional = isSubclass ? "Swift.AnyKeyPath?" : result
    return [
      """
      \(signature) {
        return \(isSubclass ? "\(call) ?? \(last)" : call)
      }
      """,
      """
      \(isolation)private static func \(function)<_$Model: \(name)>(
        _ index: Swift.Int, _ model: _$Model.Type
      ) -> \(optional) {
        \((paths + ["return \(isSubclass ? "nil" : last)"]).joined(separator: "\n  "))
      }
      """,
    ]
  }

  private func statement(_ property: PersistedProperty) -> String {
    let metadata = property.metadata.map {
      "OpenSwiftData.Schema.\($0.kind.rawValue)(\($0.arguments))"
    }
    let type =
      property.isTypeChecked
      ? "checked: { \(name).\(property.typeFunction)() }" : property.typeExpression(in: name)
    var statement = "_$list.add(\(property.name.literal), \(type))"
    if let value = property.defaultValue { statement += "\n  _$list.setDefault(\(value))" }
    if let metadata { statement += "\n  _$list.setMetadata(\(metadata))" }
    return statement
  }

  /// The statement that sets the entity's previous name.
  private var formerName: [String] {
    originalName.map { name in
      ["_$list.add(OpenSwiftData.Schema._FormerName<\(self.name)>(\(name)))"]
    } ?? []
  }

  private func statement(_ constraint: ConstraintDeclaration) -> String {
    """
    _$list.add(\
    OpenSwiftData.Schema.\(constraint.kind.factory)(of: \(name).self, \(arguments(constraint)))
    """
  }

  private func arguments(_ constraint: ConstraintDeclaration) -> String {
    guard let lists = constraint.propertyLists else { return "\(constraint.arguments))" }
    let names = lists.map { names in
      "[\(names.map(\.literal).joined(separator: ", "))]"
    }
    return "named: [\(names.joined(separator: ", "))]) { [\(constraint.arguments)] }"
  }
}

extension PersistedProperty {
  /// The initial value as an expression of the property's type; nil if there is none.
  fileprivate var defaultValue: String? {
    switch initialValue {
    case .none, .null: nil
    case .literal(let value): type.map { "\(value) as \($0)" } ?? value
    case .expression(let value): type.map { "(\(value)) as \($0)" } ?? value
    }
  }
}
