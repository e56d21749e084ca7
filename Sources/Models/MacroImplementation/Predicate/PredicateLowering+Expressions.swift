import SwiftSyntax

extension PredicateLowering {
  /// Lowers any expression.
  func lower(_ expression: ExprSyntax) throws -> PredicateNode {
    let expression = expression.withoutParentheses
    if let hole = holes[expression.id] { return hole }
    if expression.is(NilLiteralExprSyntax.self) { return .nilLiteral }
    guard mentionsInput(expression) else { return .captured(expression) }
    if let reference = expression.as(DeclReferenceExprSyntax.self),
      let node = scope[reference.baseName.text]
    {
      return node
    }
    if let node = try lowerOperator(expression) { return node }
    if let node = try lowerPostfix(expression) { return node }
    if let branch = expression.as(IfExprSyntax.self) { return .block(try lower(branch)) }
    if let choice = expression.as(SwitchExprSyntax.self) { return .block(try lower(choice)) }
    if let attempt = expression.as(TryExprSyntax.self), attempt.questionOrExclamationMark == nil {
      return try lower(attempt.expression)
    }
    throw unsupported(expression)
  }

  /// Lowers `base.member`, `base?.member`, `base!`, `base[index]` and calls.
  private func lowerPostfix(_ expression: ExprSyntax) throws -> PredicateNode? {
    guard expression.base != nil || expression.is(FunctionCallExprSyntax.self) else { return nil }
    if let link = nearestOptionalLink(in: expression) {
      let next = link.parent?.as(MemberAccessExprSyntax.self)?.declName.baseName.text
      let optional =
        next == "evaluate" ? try lower(predicate: link.expression) : try lower(link.expression)
      let variable = makeVariable()
      holes[link.id] = .variable(variable)
      defer { holes[link.id] = nil }
      let body = try lower(expression)
      return .flatMap(optional, PredicateClosure(parameter: variable, body: .result(body)))
    }
    if let access = expression.as(MemberAccessExprSyntax.self) { return try lower(member: access) }
    if let call = expression.as(FunctionCallExprSyntax.self) { return try lower(call: call) }
    if let element = expression.as(SubscriptCallExprSyntax.self) {
      return try lower(element: element)
    }
    if let unwrap = expression.as(ForceUnwrapExprSyntax.self) {
      return .call("forcedUnwrap", try lower(unwrap.expression))
    }
    return nil
  }

  /// Returns the last `?` of an optional chain.
  private func nearestOptionalLink(in expression: ExprSyntax) -> OptionalChainingExprSyntax? {
    var current: ExprSyntax? = expression
    while let node = current, holes[node.id] == nil {
      if let link = node.as(OptionalChainingExprSyntax.self) { return link }
      current = node.base
    }
    return nil
  }

  private func lower(member access: MemberAccessExprSyntax) throws -> PredicateNode {
    guard let base = access.base else {
      throw PredicateSyntaxError(access, "implicitMember", "specify the type of this value")
    }
    let root = try lower(base)
    let name = access.declName.trimmedDescription
    return name == "self" ? root : .member(root, name)
  }

  private func lower(element: SubscriptCallExprSyntax) throws -> PredicateNode {
    let base = try lower(element.calledExpression)
    let arguments = Array(element.arguments)
    switch arguments.map({ $0.label?.text }) {
    case [nil]:
      if let range = RangeSyntax(arguments[0].expression), !range.includesUpper,
        let lower = range.lower, let upper = range.upper
      {
        let bounds = PredicateNode.call("range", try self.lower(lower), try self.lower(upper))
        return .call("element", base, bounds)
      }
      return .call("element", base, try lower(arguments[0].expression))
    case [nil, "default"]:
      let key = PredicateArgument(value: .node(try lower(arguments[0].expression)))
      let value = PredicateArgument(
        label: "default", value: .node(try lower(arguments[1].expression)))
      return .call("element", [PredicateArgument(value: .node(base)), key, value])
    default:
      throw PredicateSyntaxError(
        element, "subscript", "a predicate supports subscripts by index, key and range only")
    }
  }

  private func unsupported(_ expression: ExprSyntax) -> PredicateSyntaxError {
    let reason =
      switch expression.kind {
      case .stringLiteralExpr:
        "a store cannot evaluate string interpolation; compare the parts, or join with '+'"
      case .arrayExpr:
        "a store cannot evaluate an array of values of the model; join comparisons with '||'"
      case .closureExpr: "a closure can only be the argument of a function that predicates support"
      case .keyPathExpr: "a key path can only replace a closure"
      case .awaitExpr: "a predicate cannot await a value; compute it first"
      case .macroExpansionExpr: "a macro cannot use the input of a predicate"
      case .sequenceExpr: "this operator is not supported in a predicate"
      default: "this expression is not supported in a predicate"
      }
    return PredicateSyntaxError(expression, "expression", reason)
  }
}

extension ExprSyntax {
  /// The expression that a postfix expression is applied to.
  var base: ExprSyntax? {
    if let node = self.as(MemberAccessExprSyntax.self) { return node.base }
    if let node = self.as(FunctionCallExprSyntax.self) { return node.calledExpression }
    if let node = self.as(SubscriptCallExprSyntax.self) { return node.calledExpression }
    if let node = self.as(ForceUnwrapExprSyntax.self) { return node.expression }
    if let node = self.as(OptionalChainingExprSyntax.self) { return node.expression }
    return nil
  }
}
