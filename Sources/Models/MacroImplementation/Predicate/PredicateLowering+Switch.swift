import SwiftSyntax
import SwiftSyntaxBuilder

extension PredicateLowering {
  func lower(_ choice: SwitchExprSyntax, then continuation: Continuation? = nil) throws
    -> PredicateBlock
  {
    let cases = try choice.cases.map { element in
      guard case .switchCase(let one) = element else {
        throw PredicateSyntaxError(element, "conditional", "a predicate cannot contain '#if'")
      }
      return one
    }
    guard mentionsInput(choice.subject) else {
      return try lowerResolved(choice, cases, then: continuation)
    }
    guard let last = cases.last, case .default = last.label else {
      throw PredicateSyntaxError(
        choice, "missingDefault",
        "a 'switch' over a part of the model must end with 'default' in a predicate")
    }
    let subject = try lower(choice.subject)
    return try lower(cases[...], subject: subject, then: continuation)
  }

  private func lower(
    _ cases: ArraySlice<SwitchCaseSyntax>, subject: PredicateNode, then continuation: Continuation?
  ) throws -> PredicateBlock {
    guard let first = cases.first else { preconditionFailure("a switch ends with its default") }
    let outer = scope
    defer { scope = outer }
    guard case .case(let label) = first.label else {
      return try lower(statements: first.statements, of: first, then: continuation)
    }
    var test: PredicateNode?
    for item in label.caseItems {
      var matches = try lower(pattern: item.pattern, matching: subject)
      if let condition = item.whereClause?.condition {
        matches = .call("and", matches, try lower(condition))
      }
      test = test.map { .call("or", $0, matches) } ?? matches
    }
    guard let test else { throw PredicateSyntaxError(label, "pattern", "this case has no pattern") }
    let body = try lower(statements: first.statements, of: first, then: continuation)
    scope = outer
    return .conditional(
      test, then: body,
      otherwise: try lower(cases.dropFirst(), subject: subject, then: continuation))
  }

  /// Returns a test of whether a value of the model matches a pattern.
  func lower(pattern: PatternSyntax, matching subject: PredicateNode) throws -> PredicateNode {
    if let binding = pattern.as(ValueBindingPatternSyntax.self),
      let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text
    {
      scope[name] = subject
      return .captured("true")
    }
    guard let expression = pattern.as(ExpressionPatternSyntax.self)?.expression else {
      throw PredicateSyntaxError(
        pattern, "pattern", "a predicate can match only literals, enum cases and ranges")
    }
    guard !expression.is(FunctionCallExprSyntax.self), !expression.is(TupleExprSyntax.self) else {
      throw PredicateSyntaxError(
        pattern, "pattern", "a predicate cannot destructure associated values or tuples")
    }
    if expression.is(NilLiteralExprSyntax.self) { return .call("isNil", subject) }
    if let range = RangeSyntax(expression) { return try lower(range: range, contains: subject) }
    return try equality("equal", subject, operand(expression))
  }

  private func lowerResolved(
    _ choice: SwitchExprSyntax, _ cases: [SwitchCaseSyntax], then continuation: Continuation?
  ) throws -> PredicateBlock {
    let lowered = try cases.map { one in
      let outer = scope
      defer { scope = outer }
      let names = BoundNames.of(one.label)
      for name in names { scope[name] = nil }
      return ResolvedCase(
        label: one.label.trimmedDescription, bindsNames: !names.isEmpty,
        body: try lower(statements: one.statements, of: one, then: continuation))
    }
    return .resolvedSwitch(choice.subject.trimmedDescription, cases: lowered)
  }
}
