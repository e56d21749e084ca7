import SwiftSyntax

/// The syntax of one `var` or `let` declaration in the body of a model.
struct SourceProperty {
  var declaration: VariableDeclSyntax

  init(_ declaration: VariableDeclSyntax) {
    self.declaration = declaration
  }

  /// The binding of a declaration that has exactly one.
  var binding: PatternBindingSyntax? {
    declaration.bindings.count == 1 ? declaration.bindings.first : nil
  }

  var identifier: TokenSyntax? {
    declaration.bindings.first?.pattern.as(IdentifierPatternSyntax.self)?.identifier
  }

  var isLet: Bool { declaration.bindingSpecifier.tokenKind == .keyword(.let) }

  var isTypeProperty: Bool { hasModifier(.static) || hasModifier(.class) }

  var isTransient: Bool { attribute(named: "Transient") != nil }

  /// Whether the property declares a getter.
  var isComputed: Bool {
    guard let block = declaration.bindings.first?.accessorBlock else { return false }
    guard case .accessors(let accessors) = block.accessors else { return true }
    return !accessors.allSatisfy(\.isObserver)
  }

  /// The `willSet` or `didSet` of a stored property.
  var observer: AccessorDeclSyntax? {
    guard case .accessors(let accessors) = binding?.accessorBlock?.accessors else { return nil }
    return accessors.first { $0.isObserver }
  }

  func hasModifier(_ keyword: Keyword) -> Bool { modifier(keyword) != nil }

  func modifier(_ keyword: Keyword) -> DeclModifierSyntax? {
    declaration.modifiers.first { $0.name.tokenKind == .keyword(keyword) }
  }

  /// Returns the attribute with a name, written with or without its module.
  func attribute(named name: String) -> AttributeSyntax? {
    declaration.attributes.lazy.compactMap { $0.as(AttributeSyntax.self) }
      .first { $0.simpleName == name }
  }

  /// The attribute of a well-known property wrapper.
  ///
  /// The syntax of other wrappers does not differ from that of attached macros. The compiler
  /// rejects them, like every wrapper on a property with accessors.
  var wrapper: AttributeSyntax? {
    declaration.attributes.lazy.compactMap { $0.as(AttributeSyntax.self) }
      .first { Self.wrapperNames.contains($0.simpleName) }
  }

  /// Whether an attribute that this module does not know might be a property wrapper.
  var isProbablyWrapped: Bool {
    declaration.attributes.lazy.compactMap { $0.as(AttributeSyntax.self)?.simpleName }
      .contains { $0.first?.isUppercase ?? false && !Self.markerNames.contains($0) }
  }

  private static let markerNames: Set<String> = ["Attribute", "Relationship", "Transient"]

  private static let wrapperNames: Set<String> = [
    "AppStorage", "Binding", "Environment", "EnvironmentObject", "FetchRequest", "ObservedObject",
    "Published", "Query", "SceneStorage", "State", "StateObject",
  ]
}

extension AccessorDeclSyntax {
  fileprivate var isObserver: Bool {
    [.keyword(.willSet), .keyword(.didSet)].contains(accessorSpecifier.tokenKind)
  }
}

extension AttributeSyntax {
  /// The last component of the attribute's name.
  var simpleName: String {
    if let member = attributeName.as(MemberTypeSyntax.self) { return member.name.text }
    return attributeName.as(IdentifierTypeSyntax.self)?.name.text
      ?? attributeName.trimmedDescription
  }

  /// Whether the attribute's options specify a value transformer.
  var isTransformable: Bool {
    labeledArguments.contains {
      $0.label == nil && $0.expression.memberName == "transformable"
    }
  }

  /// Whether the attribute's options require unique values.
  var isUnique: Bool {
    labeledArguments.contains { $0.label == nil && $0.expression.memberName == "unique" }
  }

  /// The labeled expressions between the parentheses.
  var labeledArguments: LabeledExprListSyntax {
    if case .argumentList(let arguments) = arguments { return arguments }
    return []
  }
}
