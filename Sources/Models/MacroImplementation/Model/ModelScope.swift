import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// The scope of the declaration that `@Model` is attached to, which determines whether it can be a
/// model.
struct ModelScope {
  var declaration: any DeclGroupSyntax

  /// Returns the class if it can be a model; otherwise nothing is generated.
  ///
  /// The compiler itself reports local classes.
  func model(in context: some MacroExpansionContext) -> ClassDeclSyntax? {
    guard let model = declaration.as(ClassDeclSyntax.self), model.genericParameterClause == nil,
      context.lexicalContext.allSatisfy(\.isTypeScope)
    else { return nil }
    return model
  }

  /// Returns the reason why the declaration cannot be a model.
  func problem(with attribute: AttributeSyntax) -> Diagnostic? {
    if let model = declaration.as(ClassDeclSyntax.self) {
      return model.genericParameterClause.map {
        Diagnostic(node: $0, message: ModelDiagnostic.genericClass)
      }
    }
    if let structure = declaration.as(StructDeclSyntax.self) {
      let keyword = structure.structKeyword
      let replacement = TokenSyntax.identifier(
        "final class", leadingTrivia: keyword.leadingTrivia, trailingTrivia: keyword.trailingTrivia)
      return Diagnostic(
        node: keyword, message: ModelDiagnostic.notAClass("a struct"),
        fixIt: .replace(
          message: ModelFixIt.useClass, oldNode: keyword, newNode: replacement))
    }
    return Diagnostic(
      node: declaration.introducer,
      message: ModelDiagnostic.notAClass(declaration.introducer.article))
  }
}

extension Syntax {
  /// Whether the syntax node is a type or an extension.
  fileprivate var isTypeScope: Bool {
    self.isProtocol((any DeclGroupSyntax).self)
  }
}

extension TokenSyntax {
  /// The keyword with its indefinite article.
  var article: String {
    ["a", "e"].contains(text.first.map(String.init) ?? "") ? "an \(text)" : "a \(text)"
  }
}
