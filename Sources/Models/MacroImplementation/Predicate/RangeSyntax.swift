import SwiftSyntax

/// A range written with `...` or `..<`.
struct RangeSyntax {
  var lower: ExprSyntax?
  var upper: ExprSyntax?
  var includesUpper: Bool

  init?(_ expression: ExprSyntax) {
    let expression = expression.withoutParentheses
    if let infix = expression.as(InfixOperatorExprSyntax.self) {
      self.init(infix.operator, lower: infix.leftOperand, upper: infix.rightOperand)
    } else if let prefix = expression.as(PrefixOperatorExprSyntax.self) {
      self.init(ExprSyntax(prefix.operatorExpr), lower: nil, upper: prefix.expression)
    } else if let postfix = expression.as(PostfixOperatorExprSyntax.self) {
      self.init(ExprSyntax(postfix.operatorExpr), lower: postfix.expression, upper: nil)
    } else {
      return nil
    }
  }

  private init?(_ symbol: some ExprSyntaxProtocol, lower: ExprSyntax?, upper: ExprSyntax?) {
    switch symbol.trimmedDescription {
    case "...": includesUpper = true
    case "..<": includesUpper = false
    default: return nil
    }
    self.lower = lower
    self.upper = upper
  }
}

extension PrefixOperatorExprSyntax {
  /// The operator as an expression, like that of an infix operator.
  var operatorExpr: DeclReferenceExprSyntax { DeclReferenceExprSyntax(baseName: `operator`) }
}

extension PostfixOperatorExprSyntax {
  /// The operator as an expression, like that of an infix operator.
  var operatorExpr: DeclReferenceExprSyntax { DeclReferenceExprSyntax(baseName: `operator`) }
}

extension ExprSyntax {
  /// The single expression within parentheses, or the expression itself.
  var withoutParentheses: ExprSyntax {
    guard let tuple = self.as(TupleExprSyntax.self), tuple.elements.count == 1,
      let element = tuple.elements.first, element.label == nil
    else { return self }
    return element.expression.withoutParentheses
  }

  /// Whether this is `true` or `false`.
  var isBooleanLiteral: Bool { withoutParentheses.is(BooleanLiteralExprSyntax.self) }
}
