import SwiftSyntax

/// Translates the body of a predicate to nodes.
///
/// An expression that does not mention the input is passed on as a whole, as a value; only
/// expressions that depend on the input are decomposed.
final class PredicateLowering {
  /// The nodes for the names in scope that depend on the input.
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

  /// Lowers a nested closure, whose parameter is a part of the input.
  func lower(closure: ClosureExprSyntax) throws -> PredicateClosure {
    let (parameters, body) = try lower(body: closure)
    guard parameters.count == 1, let parameter = parameters.first else {
      throw PredicateSyntaxError(
        closure.signature.map(Syntax.init) ?? Syntax(closure), "parameters",
        "this closure must take one parameter")
    }
    return PredicateClosure(parameter: parameter, body: body)
  }

  /// Lowers the body of the predicate, or of a closure in it.
  func lower(
    body closure: ClosureExprSyntax
  ) throws -> (parameters: [String], body: PredicateBlock) {
    let outer = scope
    defer { scope = outer }
    for name in scope.keys where name.hasPrefix("$") { scope[name] = nil }
    let captures = try captureStatements(of: closure)
    let parameters = parameterNames(of: closure).map { name in
      let variable = makeVariable()
      if name != "_" { scope[name] = .variable(variable) }
      return variable
    }
    var body = try lower(statements: closure.statements, of: closure)
    if let captures { body = .captured(captures, rest: body) }
    return (parameters, body)
  }

  private func parameterNames(of closure: ClosureExprSyntax) -> [String] {
    switch closure.signature?.parameterClause {
    case .simpleInput(let parameters): return parameters.map(\.name.text)
    case .parameterClause(let clause):
      return clause.parameters.map { ($0.secondName ?? $0.firstName).text }
    default: return shorthandParameters(of: closure)
    }
  }

  /// Returns `$0` and the further shorthand parameters that the closure mentions.
  private func shorthandParameters(of closure: ClosureExprSyntax) -> [String] {
    var names = ["$0"]
    while true {
      let next = "$\(names.count)"
      let mention = InputMention(names: [next], holes: [])
      mention.walk(closure.statements)
      guard mention.isFound else { return names }
      names.append(next)
    }
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
