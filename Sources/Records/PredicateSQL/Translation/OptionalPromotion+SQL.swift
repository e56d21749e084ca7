import Foundation

extension PredicateExpressions.OptionalPromotion: SQLTranslatable {
  func translated(in context: inout TranslationContext) throws(Untranslatable) -> Translation {
    guard case .sql(let wrapped) = try context.translate(wrapped) else { return .constant }
    return .sql(try wrapped.promoted)
  }
}

extension SQLExpression {
  /// The value as an optional, in which NULL means nil.
  var promoted: SQLExpression {
    get throws(Untranslatable) {
      guard isCondition else { return self }
      // In a condition, NULL means false.
      var result = try definite
      result.sql = result.operand
      result.isCondition = false
      return result
    }
  }
}
