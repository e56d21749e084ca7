import SwiftSyntax
import SwiftSyntaxBuilder

extension ModelDeclaration {
  /// The description of the class's properties, from which its entity is made.
  var schemaMetadata: DeclSyntax {
    let statements =
      properties.map(statement) + (isValid ? constraints.map(statement) : []) + formerName
    let inherited = isSubclass ? ", super.schemaMetadata" : ""
    return """
      \(raw: isolation)\(raw: classMember) var schemaMetadata: [OpenSwiftData.Schema.PropertyMetadata] {
        let _$list = OpenSwiftData._PropertyList(\(raw: name).self\(raw: inherited))
        \(raw: statements.joined(separator: "\n  "))
        return _$list.metadata
      }
      """
  }

  /// The function that makes the key path of a property.
  ///
  /// Key paths are made here alone, since each costs code of its own wherever it is written.
  var keyPathFunction: DeclSyntax {
    keyPathFunction(
      "_$keyPath", "Swift.AnyKeyPath", root: "\\\(name)",
      other: isSubclass ? "super._$keyPath(index)" : "\\\(name).persistentModelID")
  }

  /// The function that makes the key path of a property from an optional model.
  ///
  /// A key path cannot be given the `?` that it begins with at run time.
  var optionalKeyPathFunction: DeclSyntax {
    keyPathFunction(
      "_$optionalKeyPath", "Swift.AnyKeyPath?", root: "\\\(name)?.?",
      other: isSubclass ? "super._$optionalKeyPath(index)" : "nil")
  }

  private func keyPathFunction(
    _ function: String, _ result: String, root: String, other: String
  ) -> DeclSyntax {
    let paths = properties.enumerated().map { index, property in
      "if OpenSwiftData._is(index, \(position(index))) { return \(root).\(property.spelling) }"
    }
    return """
      \(raw: isActorsOwn ? "@Swift.MainActor " : "")\(raw: classMember) func \(raw: function)(_ index: Swift.Int) -> \(raw: result) {
        \(raw: (paths + ["return \(other)"]).joined(separator: "\n  "))
      }
      """
  }

  private func statement(_ property: PersistedProperty) -> String {
    let metadata = property.metadata.map {
      "OpenSwiftData.Schema.\($0.kind.rawValue)(\($0.arguments))"
    }
    let type =
      property.isTypeChecked
      ? "checked: \(name).\(property.typeFunction)" : property.typeExpression(in: name)
    var statement = "_$list.add(\(property.name.literal), \(type))"
    if let value = property.defaultValue { statement += "\n  _$list.setDefault(\(value))" }
    if let metadata { statement += "\n  _$list.setMetadata(\(metadata))" }
    return statement
  }

  /// The statement that tells what the entity was called.
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
  /// The initial value as an expression of the property's type; nil where there is none.
  fileprivate var defaultValue: String? {
    switch initialValue {
    case .none, .null: nil
    case .literal(let value): type.map { "\(value) as \($0)" } ?? value
    case .expression(let value): type.map { "(\(value)) as \($0)" } ?? value
    }
  }
}
