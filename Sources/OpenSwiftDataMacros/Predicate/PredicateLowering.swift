import SwiftSyntax

/// Turns the body of a predicate into nodes.
///
/// An expression that does not mention the input is passed on whole, as a value; only what depends
/// on the input is taken apart.
final class PredicateLowering {
  /// What the names in reach stand for that depend on the input.
  var scope: [String: PredicateNode] = [:]
  /// Optional chains whose `?` has been bound to a variable.
  var holes: [SyntaxIdentifier: PredicateNode] = [:]
  private var variableCount = 0

  func makeVariable() -> String {
    variableCount += 1
    return "__p\(variableCount)"
  }

  func mentionsInput(_ node: some SyntaxProtocol) -> Bool {
    let mention = InputMention(names: Set(scope.keys), holes: Set(holes.keys))
    mention.walk(node)
    return mention.isFound
  }

  /// Lowers a closure whose parameter is an input or a part of one.
  func lower(closure: ClosureExprSyntax) throws -> PredicateClosure {
    let outer = scope
    defer { scope = outer }
    let variable = makeVariable()
    scope["$0"] = nil
    let captures = try captureStatements(of: closure)
    if let name = try parameterName(of: closure) { scope[name] = .variable(variable) }
    var body = try lower(statements: closure.statements, of: closure)
    if let captures { body = .captured(captures, rest: body) }
    return PredicateClosure(parameter: variable, body: body)
  }

  private func parameterName(of closure: ClosureExprSyntax) throws -> String? {
    let names: [TokenSyntax]
    switch closure.signature?.parameterClause {
    case .simpleInput(let parameters): names = parameters.map(\.name)
    case .parameterClause(let clause):
      names = clause.parameters.map { $0.secondName ?? $0.firstName }
    default: return "$0"
    }
    guard names.count == 1, let name = names.first else {
      throw PredicateSyntaxError(
        closure.signature.map(Syntax.init) ?? Syntax(closure), "parameters",
        "a closure in a predicate takes one parameter")
    }
    return name.text == "_" ? nil : name.text
  }

  private func captureStatements(of closure: ClosureExprSyntax) throws -> String? {
    guard let items = closure.signature?.capture?.items, !items.isEmpty else { return nil }
    var statements: [String] = []
    for item in items {
      guard item.specifier == nil else {
        throw PredicateSyntaxError(
          item, "captureSpecifier",
          "a predicate keeps the values it captures, so 'weak' and 'unowned' have no meaning here")
      }
      scope[item.name.text] = nil
      if let initializer = item.initializer {
        statements.append("let \(item.name.text) = \(initializer.value.trimmedDescription)")
      }
    }
    return statements.isEmpty ? nil : statements.joined(separator: "\n")
  }
}
