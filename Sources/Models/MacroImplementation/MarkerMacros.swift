import SwiftSyntax
import SwiftSyntaxMacros

/// An attribute that only `@Model` reads, and that expands to nothing by itself.
protocol MarkerAttributeMacro: PeerMacro {}

extension MarkerAttributeMacro {
  static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) -> [DeclSyntax] { [] }
}

/// `@Attribute(…)`.
enum AttributePropertyMacro: MarkerAttributeMacro {}

/// `@Relationship(…)`.
enum RelationshipPropertyMacro: MarkerAttributeMacro {}

/// `@Transient`.
enum TransientPropertyMacro: MarkerAttributeMacro {}

/// A declaration in a model's body that only `@Model` reads, and that expands to nothing by itself.
protocol MarkerDeclarationMacro: DeclarationMacro {}

extension MarkerDeclarationMacro {
  static func expansion(
    of node: some FreestandingMacroExpansionSyntax, in context: some MacroExpansionContext
  ) -> [DeclSyntax] { [] }
}

/// `#Index<Model>(…)`.
enum IndexMacro: MarkerDeclarationMacro {}

/// `#Unique<Model>(…)`.
enum UniqueConstraintsMacro: MarkerDeclarationMacro {}
