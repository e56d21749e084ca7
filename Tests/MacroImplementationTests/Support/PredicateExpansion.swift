import SwiftDiagnostics
import SwiftOperators
import SwiftParser
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacroExpansion
import SwiftSyntaxMacros

@testable import MacroImplementation

/// The expansion of `#Predicate` with a closure.
struct PredicateExpansion {
  var text: String?
  var diagnostics: [Diagnostic] = []

  /// Expands the macro on a closure, which is given with its braces.
  init(of body: String) throws {
    let file = try OperatorTable.standardOperators.foldAll(
      Parser.parse(source: "#Predicate<Note> \(body)"))
    let context = BasicMacroExpansionContext(
      sourceFiles: [:], buildConfiguration: Expander.debugBuild)
    let finder = MacroFinder(viewMode: .sourceAccurate)
    finder.walk(file)
    guard let macro = finder.macro else { return }
    do {
      text = try PredicateMacro.expansion(of: macro, in: context).trimmedDescription
    } catch let error as DiagnosticsError {
      diagnostics = error.diagnostics
    }
  }

  /// The messages as `source: message`, with the source that the message is about.
  var messages: [String] {
    diagnostics.map { "\($0.node.trimmedDescription): \($0.message)" }
  }

  private final class MacroFinder: SyntaxVisitor {
    var macro: MacroExpansionExprSyntax?

    override func visit(_ node: MacroExpansionExprSyntax) -> SyntaxVisitorContinueKind {
      macro = macro ?? node
      return .skipChildren
    }
  }
}
