import SwiftDiagnostics
import SwiftSyntax

/// A message about source code that the macro cannot translate to a predicate.
struct PredicateDiagnostic: DiagnosticMessage, FixItMessage {
  var message: String
  var identifier: String
  var severity: DiagnosticSeverity { .error }
  var diagnosticID: MessageID { MessageID(domain: "OpenSwiftData.Predicate", id: identifier) }
  var fixItID: MessageID { diagnosticID }
}

/// An error that ends the expansion, with its location in the source code.
struct PredicateSyntaxError: Error {
  var diagnostics: [Diagnostic]

  init(_ node: some SyntaxProtocol, _ identifier: String, _ message: String) {
    diagnostics = [
      Diagnostic(
        node: Syntax(node),
        message: PredicateDiagnostic(message: message, identifier: identifier))
    ]
  }

  init(
    _ node: some SyntaxProtocol, _ identifier: String, _ message: String,
    fix: String, replacing old: some SyntaxProtocol, with new: some SyntaxProtocol
  ) {
    let fixIt = FixIt(
      message: PredicateDiagnostic(message: fix, identifier: identifier),
      changes: [.replace(oldNode: Syntax(old), newNode: Syntax(new))])
    diagnostics = [
      Diagnostic(
        node: Syntax(node),
        message: PredicateDiagnostic(message: message, identifier: identifier),
        fixIts: [fixIt])
    ]
  }

  init(diagnostics: [Diagnostic]) {
    self.diagnostics = diagnostics
  }
}
