import Foundation

extension PredicateExpressions.ExpressionEvaluate: SQLTranslatable {
  func translated(in context: inout TranslationContext) throws(Untranslatable) -> Translation {
    guard case .constant = try context.translate(expression) else {
      throw Untranslatable("ExpressionEvaluate")
    }
    return try context.translate(context.value(of: expression), repeat each input)
  }
}

extension TranslationContext {
  /// Makes `variable` mean what `input` says, within an expression that is evaluated inside.
  mutating func define<Input: PredicateExpression>(
    _ variable: PredicateExpressions.Variable<Input.Output>, as input: Input
  ) throws(Untranslatable) {
    let meaning = try translate(input)
    if case .constant = meaning { bindings[variable] = try value(of: input) }
    define(variable.key, as: meaning)
  }

  /// An expression as if it stood in the place where it is evaluated.
  mutating func translate<each Input: PredicateExpression, Output>(
    _ expression: Expression<repeat (each Input).Output, Output>, _ input: repeat each Input
  ) throws(Untranslatable) -> Translation {
    let variables = expression.variable
    repeat try define(each variables, as: each input)
    defer { repeat undefine((each variables).key) }
    return try translate(expression.expression)
  }
}
