import SwiftSyntax
import SwiftSyntaxBuilder

extension ModelDeclaration {
  /// The description of the class's properties, from which its entity is made.
  var schemaMetadata: DeclSyntax {
    let entries =
      properties.map(entry) + (isValid ? constraints.map(entry) : []) + formerName
    let list = entries.isEmpty ? "[]" : "[\n    \(entries.joined(separator: ",\n    ")),\n  ]"
    let value = isSubclass ? "super.schemaMetadata + \(list)" : list
    return """
      \(raw: classMember) var schemaMetadata: [OpenSwiftData.Schema.PropertyMetadata] {
        \(raw: value)
      }
      """
  }

  private func entry(_ property: PersistedProperty) -> String {
    let metadata = property.metadata.map {
      "OpenSwiftData.Schema.\($0.kind.rawValue)(\($0.arguments))"
    }
    return """
      OpenSwiftData.Schema.PropertyMetadata(\
      "\(property.name)", \\\(name).\(property.spelling), \
      \(property.defaultValue), \(metadata ?? "nil"))
      """
  }

  /// The entry that tells what the entity was called.
  private var formerName: [String] {
    originalName.map { name in
      [
        """
        OpenSwiftData.Schema.PropertyMetadata(\
        "", \\\(self.name).persistentModelID, nil, \
        OpenSwiftData.Schema._FormerName<\(self.name)>(\(name)))
        """
      ]
    } ?? []
  }

  private func entry(_ constraint: ConstraintDeclaration) -> String {
    """
    OpenSwiftData.Schema.PropertyMetadata(\
    "", \\\(name).persistentModelID, nil, \
    OpenSwiftData.Schema.\(constraint.kind.factory)(of: \(name).self, \(arguments(constraint)))
    """
  }

  private func arguments(_ constraint: ConstraintDeclaration) -> String {
    guard let lists = constraint.propertyLists else { return "\(constraint.arguments))" }
    let names = lists.map { names in
      "[\(names.map { "\"\($0)\"" }.joined(separator: ", "))]"
    }
    return "named: [\(names.joined(separator: ", "))]) { [\(constraint.arguments)] }"
  }
}

extension PersistedProperty {
  /// The initial value as an expression of the property's type, or `nil`.
  fileprivate var defaultValue: String {
    switch initialValue {
    case .none, .null: "nil"
    case .literal(let value): type.map { "\(value) as \($0)" } ?? value
    case .expression(let value): type.map { "(\(value)) as \($0)" } ?? value
    }
  }
}
