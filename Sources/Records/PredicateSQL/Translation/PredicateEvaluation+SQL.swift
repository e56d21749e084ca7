import Foundation

extension PredicateExpressions.PredicateEvaluate: SQLTranslatable {
  func translated(in context: inout TranslationContext) throws(Untranslatable) -> Translation {
    guard case .constant = try context.translate(predicate) else {
      throw Untranslatable("PredicateEvaluate")
    }
    return try context.translate(context.value(of: predicate), repeat each input)
  }
}

extension TranslationContext {
  /// Translates a predicate as if it were written where it is evaluated.
  mutating func translate<each Input: PredicateExpression>(
    _ predicate: Predicate<repeat (each Input).Output>, _ input: repeat each Input
  ) throws(Untranslatable) -> Translation {
    let predicate = predicate.unwrapped
    var arguments = EvaluationArguments()
    repeat try arguments.add(each input, as: each predicate.variable, in: &self)
    arguments.enter(&self)
    defer { arguments.leave(&self) }
    return try arguments.result(of: predicate.expression, in: &self)
  }
}
