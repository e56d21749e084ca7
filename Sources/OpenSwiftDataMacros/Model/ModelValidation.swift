import SwiftSyntax
import SwiftSyntaxMacros

/// Checks what `@Model` can see of a declaration before anything is generated.
struct ModelValidation {
  var declaration: any DeclGroupSyntax
  var members: [DeclSyntax]
  var attribute: AttributeSyntax

  /// The class to expand, unless nothing sensible can be generated.
  func validClass(reportingTo context: some MacroExpansionContext) -> ClassDeclSyntax? {
    declaration.as(ClassDeclSyntax.self)
  }
}
