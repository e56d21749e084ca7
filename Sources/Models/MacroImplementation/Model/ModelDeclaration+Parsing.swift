import SwiftSyntax
import SwiftSyntaxMacros

extension ModelDeclaration {
  /// Parses the class that `@Model` is attached to.
  ///
  /// - Parameters:
  ///   - declaration: The class.
  ///   - attribute: The `@Model` attribute.
  ///   - members: The declarations in its body after conditional compilation.
  ///   - conformances: The conformances that the compiler requests from the macro.
  ///   - isValid: Whether the declaration has no errors.
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
    // A user's protocol may inherit from `PersistentModel`, but `_InlineModel` is never written by
    // hand.
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

  /// Returns whether the first inherited type could be a class, judging by its name.
  static func mayHaveSuperclass(_ inherited: [TypeSyntax]) -> Bool {
    guard let first = inherited.first else { return false }
    return !protocolNames.contains(first.simpleName)
  }

  /// Returns whether the class is declared `@MainActor`.
  static func isActorsOwn(_ declaration: ClassDeclSyntax) -> Bool {
    declaration.attributes.contains { $0.as(AttributeSyntax.self)?.simpleName == "MainActor" }
  }

  private static let protocolNames: Set<String> = [
    "Codable", "Comparable", "CustomDebugStringConvertible", "CustomStringConvertible", "Decodable",
    "Encodable", "Equatable", "Hashable", "Identifiable", "Observable", "ObservableObject",
    "PersistentModel", "Sendable",
  ]
}

/// The access level of a declaration, as far as generated members depend on it.
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

  /// The modifier of a member that witnesses a requirement.
  ///
  /// Members of private classes need no modifier: their visibility is limited to that of their
  /// class.
  var witnessModifier: String {
    switch self {
    case .open, .public: "public "
    case .package: "package "
    case .internal: ""
    }
  }

  /// The modifier of a member that subclasses in other modules override.
  var overridableModifier: String { self == .open ? "open " : witnessModifier }
}

extension TypeSyntax {
  /// The last component of a nominal type's name, without attributes; the whole text for other
  /// types.
  var simpleName: String {
    if let attributed = self.as(AttributedTypeSyntax.self) { return attributed.baseType.simpleName }
    if let member = self.as(MemberTypeSyntax.self) { return member.name.text }
    return self.as(IdentifierTypeSyntax.self)?.name.text ?? trimmedDescription
  }
}
