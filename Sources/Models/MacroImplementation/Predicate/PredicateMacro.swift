import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// Expands `#Predicate` over a model.
enum PredicateMacro: ExpressionMacro {
  static func expansion(
    of node: some FreestandingMacroExpansionSyntax, in context: some MacroExpansionContext
  ) throws -> ExprSyntax {
    do {
      let closure = try body(of: node)
      let inputs = node.genericArgumentClause?.arguments.map { $0.argument.trimmedDescription }
      let (parameters, body) = try PredicateLowering().lower(body: closure)
      return "\(raw: PredicateRenderer.predicate(parameters, types: inputs ?? [], body))"
    } catch let error as PredicateSyntaxError {
      throw DiagnosticsError(diagnostics: error.diagnostics)
    }
  }

  private static func body(
    of node: some FreestandingMacroExpansionSyntax
  ) throws -> ClosureExprSyntax {
    if let closure = node.trailingClosure { return closure }
    guard let argument = node.arguments.first?.expression.withoutParentheses else {
      throw PredicateSyntaxError(node, "missingBody", "'#Predicate' requires a closure")
    }
    guard let closure = argument.as(ClosureExprSyntax.self) else {
      throw PredicateSyntaxError(
        argument, "missingBody",
        "'#Predicate' must read the code of its condition; write the closure here")
    }
    return closure
  }
}
