import SwiftSyntax

/// A `#Unique` or `#Index` declaration in the body of a model.
struct ConstraintDeclaration {
  enum Kind: String {
    case unique = "Unique"
    case index = "Index"

    /// The function of `Schema` that creates the constraint.
    var factory: String {
      switch self {
      case .unique: "_unique"
      case .index: "_index"
      }
    }
  }

  var kind: Kind
  /// The text between the parentheses, with the model's name as the root of every key path.
  var arguments: String
  /// The names of the properties in each list, or nil if the arguments are anything other than
  /// lists of key paths to properties.
  ///
  /// The names in a path that continues into a value are separated by dots.
  var propertyLists: [[String]]?
  /// The first names of the key paths that start from the model.
  var propertyNames: [TokenSyntax]

  init?(parsing member: DeclSyntax, of model: String) {
    guard let macro = member.as(MacroExpansionDeclSyntax.self),
      let kind = Kind(rawValue: macro.macroName.text)
    else { return nil }
    self.kind = kind
    let names = FirstNames(model: model)
    names.walk(macro.arguments)
    propertyNames = names.tokens
    arguments = RootSpelling(model: model).rewrite(macro.arguments).trimmedDescription
    propertyLists = Self.propertyLists(macro.arguments, of: model)
  }
}

extension ConstraintDeclaration {
  private static func propertyLists(
    _ arguments: LabeledExprListSyntax, of model: String
  ) -> [[String]]? {
    var lists: [[String]] = []
    for argument in arguments {
      guard argument.label == nil, let array = argument.expression.as(ArrayExprSyntax.self) else {
        return nil
      }
      var names: [String] = []
      for element in array.elements {
        guard let path = element.expression.as(KeyPathExprSyntax.self),
          path.root.map({ $0.trimmedDescription == model }) ?? true,
          let name = path.propertyPath
        else { return nil }
        names.append(name)
      }
      lists.append(names)
    }
    return lists.isEmpty ? nil : lists
  }
}

/// Collects the first name of each key path that starts from a model.
private final class FirstNames: SyntaxVisitor {
  private let model: String
  private(set) var tokens: [TokenSyntax] = []

  init(model: String) {
    self.model = model
    super.init(viewMode: .sourceAccurate)
  }

  override func visit(_ node: KeyPathExprSyntax) -> SyntaxVisitorContinueKind {
    guard node.root == nil || node.root?.trimmedDescription == model,
      let property = node.components.first?.component.as(KeyPathPropertyComponentSyntax.self)
    else { return .skipChildren }
    tokens.append(property.declName.baseName)
    return .skipChildren
  }
}

/// Adds the root to key paths that omit it.
private final class RootSpelling: SyntaxRewriter {
  private let model: String

  init(model: String) {
    self.model = model
  }

  override func visit(_ node: KeyPathExprSyntax) -> ExprSyntax {
    guard node.root == nil else { return ExprSyntax(node) }
    return ExprSyntax(node.with(\.root, TypeSyntax(IdentifierTypeSyntax(name: .identifier(model)))))
  }
}
