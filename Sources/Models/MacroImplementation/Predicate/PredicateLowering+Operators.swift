import SwiftSyntax
import SwiftSyntaxBuilder

extension PredicateLowering {
  func lowerOperator(_ expression: ExprSyntax) throws -> PredicateNode? {
    if let infix = expression.as(InfixOperatorExprSyntax.self) { return try lower(infix: infix) }
    if let prefix = expression.as(PrefixOperatorExprSyntax.self) {
      return try lower(prefix: prefix)
    }
    if let choice = expression.as(TernaryExprSyntax.self) { return try lower(ternary: choice) }
    if let check = expression.as(IsExprSyntax.self) {
      return cast("typeCheck", try lower(check.expression), to: check.type)
    }
    if let cast = expression.as(AsExprSyntax.self) { return try lower(cast: cast) }
    return nil
  }

  private func lower(infix: InfixOperatorExprSyntax) throws -> PredicateNode {
    let symbol = infix.operator.trimmedDescription
    let (left, right) = (infix.leftOperand, infix.rightOperand)
    switch symbol {
    case "&&": return try logic("and", infix)
    case "||": return try logic("or", infix)
    case "==", "===": return try equality("equal", operand(left), operand(right))
    case "!=", "!==": return try equality("notEqual", operand(left), operand(right))
    case "<": return try comparison("lessThan", left, right)
    case "<=": return try comparison("lessThanOrEqual", left, right)
    case ">": return try comparison("greaterThan", left, right)
    case ">=": return try comparison("greaterThanOrEqual", left, right)
    case "+": return try operation("add", left, right)
    case "-": return try operation("subtract", left, right)
    case "*": return try operation("multiply", left, right)
    case "/": return try operation("divide", left, right)
    case "%": return try operation("remainder", left, right)
    case "??": return try coalescing(operand(left), operand(right))
    case "..<": return .call("range", try lower(left), try lower(right))
    case "~=":
      if let range = RangeSyntax(left) { return try lower(range: range, contains: lower(right)) }
      return try equality("equal", operand(right), operand(left))
    default:
      throw PredicateSyntaxError(
        infix.operator, "operator", "the operator '\(symbol)' is not supported in a predicate")
    }
  }

  private func lower(prefix: PrefixOperatorExprSyntax) throws -> PredicateNode {
    switch prefix.operator.text {
    case "!": return .call("not", try lower(prefix.expression))
    case "-": return .call("negative", try lower(prefix.expression))
    case "+": return try lower(prefix.expression)
    default:
      throw PredicateSyntaxError(
        prefix.operator, "operator",
        "the operator '\(prefix.operator.text)' is not supported in a predicate")
    }
  }

  private func lower(ternary: TernaryExprSyntax) throws -> PredicateNode {
    let then = try lower(ternary.thenExpression)
    let otherwise = try lower(ternary.elseExpression)
    if !mentionsInput(ternary.condition), !ternary.condition.isBooleanLiteral {
      return .block(
        .resolved(
          ternary.condition.trimmedDescription, then: .result(then), otherwise: .result(otherwise)))
    }
    return .call("conditional", try lower(ternary.condition), then, otherwise)
  }

  private func lower(cast: AsExprSyntax) throws -> PredicateNode {
    let node = try lower(cast.expression)
    switch cast.questionOrExclamationMark?.tokenKind {
    case .postfixQuestionMark: return self.cast("conditionalCast", node, to: cast.type)
    case .exclamationMark: return self.cast("forceCast", node, to: cast.type)
    default: return self.cast("forceCast", node, to: cast.type)
    }
  }

  private func cast(_ function: String, _ node: PredicateNode, to type: TypeSyntax)
    -> PredicateNode
  {
    let type = PredicateArgument(value: .source("(\(type.trimmedDescription)).self"))
    return .call(function, [PredicateArgument(value: .node(node)), type])
  }

  /// Lowers a chain of `&&` or `||`.
  ///
  /// Operands that do not mention the input are evaluated first, when the predicate is created. The
  /// others are built only if those leave the result open.
  private func logic(_ function: String, _ infix: InfixOperatorExprSyntax) throws -> PredicateNode {
    let symbol = infix.operator.trimmedDescription
    let operands = chain(of: symbol, ExprSyntax(infix))
    let captured = operands.filter { !mentionsInput($0) && !$0.isBooleanLiteral }
    let nodes = try operands.filter { mentionsInput($0) || $0.isBooleanLiteral }
      .map { try lower($0) }
    guard let first = nodes.first else { return .captured(ExprSyntax(infix)) }
    let joined = nodes.dropFirst().reduce(first) { .call(function, $0, $1) }
    guard !captured.isEmpty else { return joined }
    let test = captured.map { "(\($0.trimmedDescription))" }.joined(separator: " \(symbol) ")
    let isOr = symbol == "||"
    let decided = PredicateBlock.result(.captured(isOr ? "true" : "false"))
    return .block(
      .resolved(
        isOr ? test : "!(\(test))", then: decided, otherwise: .result(joined)))
  }

  private func chain(of symbol: String, _ expression: ExprSyntax) -> [ExprSyntax] {
    let expression = expression.withoutParentheses
    guard let infix = expression.as(InfixOperatorExprSyntax.self),
      infix.operator.trimmedDescription == symbol
    else { return [expression] }
    return chain(of: symbol, infix.leftOperand) + chain(of: symbol, infix.rightOperand)
  }

  /// Lowers an operand; literals such as `true` and `1...` are captured.
  func operand(_ expression: ExprSyntax) throws -> PredicateNode { try lower(expression) }

  func equality(
    _ function: String, _ left: PredicateNode, _ right: PredicateNode
  ) throws -> PredicateNode {
    switch (left, right) {
    case (.nilLiteral, let other), (let other, .nilLiteral):
      return .call(function == "equal" ? "isNil" : "isNotNil", other)
    case (.captured(let value), let other), (let other, .captured(let value)):
      return .call(
        function,
        [PredicateArgument(value: .node(other)), captured(value, label: "captured")])
    default: return .call(function, left, right)
    }
  }

  func coalescing(_ left: PredicateNode, _ right: PredicateNode) throws -> PredicateNode {
    switch right {
    case .nilLiteral: return left
    case .captured(let value):
      return .call(
        "coalesce", [PredicateArgument(value: .node(left)), captured(value, label: "captured")])
    default: return .call("coalesce", left, right)
    }
  }

  /// Returns a captured value as an argument of a function that distinguishes values from models.
  func captured(_ value: ExprSyntax, label: String?) -> PredicateArgument {
    guard ForcedUnwrapFinder.finds(in: value) else {
      return PredicateArgument(label: label, value: .captured(value))
    }
    return PredicateArgument(label: "unwrapping", value: .captured(value))
  }

  private func comparison(
    _ op: String, _ left: ExprSyntax, _ right: ExprSyntax
  ) throws -> PredicateNode {
    try operation("compare", left, right, ".\(op)")
  }

  private func operation(
    _ function: String, _ left: ExprSyntax, _ right: ExprSyntax, _ op: String? = nil
  ) throws -> PredicateNode {
    operation(function, try lower(left), try lower(right), op)
  }

  func operation(
    _ function: String, _ left: PredicateNode, _ right: PredicateNode, _ op: String? = nil
  ) -> PredicateNode {
    var arguments = [left, right].map { PredicateArgument(value: .node($0)) }
    if let op { arguments.append(PredicateArgument(value: .source(op))) }
    return .call(function, arguments)
  }

  /// Lowers `range.contains(value)` to comparisons, which are safe even if the lower bound exceeds
  /// the upper.
  func lower(range: RangeSyntax, contains value: PredicateNode) throws -> PredicateNode {
    let above = try range.lower.map {
      operation("compare", value, try lower($0), ".greaterThanOrEqual")
    }
    let below = try range.upper.map {
      operation(
        "compare", value, try lower($0), range.includesUpper ? ".lessThanOrEqual" : ".lessThan")
    }
    switch (above, below) {
    case (let above?, let below?): return .call("and", above, below)
    case (let only?, nil), (nil, let only?): return only
    case (nil, nil): return .captured("true")
    }
  }
}
