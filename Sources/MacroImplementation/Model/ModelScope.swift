import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// Where the declaration stands that `@Model` is attached to, and whether it can be a model there.
struct ModelScope {
  var declaration: any DeclGroupSyntax

  /// The class, where one can be a model; nothing is generated elsewhere.
  ///
  /// Local classes are refused by the compiler, with a message of its own.
  func model(in context: some MacroExpansionContext) -> ClassDeclSyntax? {
    guard let model = declaration.as(ClassDeclSyntax.self), model.genericParameterClause == nil,
      context.lexicalContext.allSatisfy(\.isTypeScope)
    else { return nil }
    return model
  }

  /// Says why there is no model.
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
  /// Whether the syntax is that of a type or an extension.
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
