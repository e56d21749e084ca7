import SwiftSyntax
import SwiftSyntaxMacros
enum PredicateMacro: ExpressionMacro {
  static func expansion(
    of node: some FreestandingMacroExpansionSyntax, in c: some MacroExpansionContext
  ) throws -> ExprSyntax { "0" }
}
