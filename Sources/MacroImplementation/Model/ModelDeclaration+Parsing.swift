import SwiftSyntax
import SwiftSyntaxMacros

extension ModelDeclaration {
  /// Reads the class that `@Model` is attached to.
  ///
  /// - Parameters:
  ///   - declaration: the class.
  ///   - attribute: `@Model` as it is written.
  ///   - members: the declarations in its body that conditional compilation leaves.
  ///   - conformances: the conformances that the compiler asks the macro for.
  ///   - isValid: whether no error was found in the declaration.
  init(
    parsing declaration: ClassDeclSyntax, attribute: AttributeSyntax, members: [DeclSyntax],
    conformances: [TypeSyntax], isValid: Bool
  ) {
    self.isValid = isValid
    let inherited = declaration.inheritanceClause?.inheritedTypes.map(\.type) ?? []
    let level = AccessLevel(of: declaration.modifiers)
    name = declaration.name.text
    access = level.witnessModifier
    overridableAccess = level.overridableModifier
    isFinal = declaration.modifiers.contains { $0.name.tokenKind == .keyword(.final) }
    mayHaveSuperclass = Self.mayHaveSuperclass(inherited)
    // A protocol of the user's may require PersistentModel; this one nobody names by hand.
    isSubclass = mayHaveSuperclass && !conformances.contains { $0.simpleName == "_InlineModel" }
    let superclass = isSubclass ? inherited.first?.trimmedDescription : nil
    rootName = superclass.map { "\($0).Root" } ?? declaration.name.text
    storesUnchecked = inherited.contains { $0.simpleName == "Sendable" }
    isActorsOwn = Self.isActorsOwn(declaration)
    properties = members.compactMap { member in
      member.as(VariableDeclSyntax.self).flatMap { PersistedProperty(parsing: SourceProperty($0)) }
    }
    originalName =
      attribute.arguments?.as(LabeledExprListSyntax.self)?
      .first { $0.label?.text == "originalName" }?.expression.trimmedDescription
    hasDestructor = members.contains { $0.is(DeinitializerDeclSyntax.self) }
    hasEquality = members.contains { $0.as(FunctionDeclSyntax.self)?.name.text == "==" }
    constraints = members.compactMap {
      ConstraintDeclaration(parsing: $0, of: declaration.name.text)
    }
  }

  /// Whether the first inherited type could name a class, as far as its spelling tells.
  static func mayHaveSuperclass(_ inherited: [TypeSyntax]) -> Bool {
    guard let first = inherited.first else { return false }
    return !protocolNames.contains(first.simpleName)
  }

  /// Whether the class is declared as the main actor's.
  static func isActorsOwn(_ declaration: ClassDeclSyntax) -> Bool {
    declaration.attributes.contains { $0.as(AttributeSyntax.self)?.simpleName == "MainActor" }
  }

  private static let protocolNames: Set<String> = [
    "Codable", "Comparable", "CustomDebugStringConvertible", "CustomStringConvertible", "Decodable",
    "Encodable", "Equatable", "Hashable", "Identifiable", "Observable", "ObservableObject",
    "PersistentModel", "Sendable",
  ]
}

/// How far a declaration can be seen, as far as generated members care.
enum AccessLevel {
  case open, `public`, package, `internal`

  init(of modifiers: DeclModifierListSyntax) {
    let keywords = modifiers.filter { $0.detail == nil }.map(\.name.tokenKind)
    if keywords.contains(.keyword(.open)) {
      self = .open
    } else if keywords.contains(.keyword(.public)) {
      self = .public
    } else if keywords.contains(.keyword(.package)) {
      self = .package
    } else {
      self = .internal
    }
  }

  /// What a member that witnesses a requirement is marked with.
  ///
  /// Members of private classes need no mark: they can be seen as far as their class.
  var witnessModifier: String {
    switch self {
    case .open, .public: "public "
    case .package: "package "
    case .internal: ""
    }
  }

  /// What a member that subclasses in other modules override is marked with.
  var overridableModifier: String { self == .open ? "open " : witnessModifier }
}

extension TypeSyntax {
  /// The last component of a nominal type's name, without attributes, or the whole text.
  var simpleName: String {
    if let attributed = self.as(AttributedTypeSyntax.self) { return attributed.baseType.simpleName }
    if let member = self.as(MemberTypeSyntax.self) { return member.name.text }
    return self.as(IdentifierTypeSyntax.self)?.name.text ?? trimmedDescription
  }
}
