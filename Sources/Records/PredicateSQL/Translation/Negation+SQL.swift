import Foundation
import SQLCore

extension PredicateExpressions.Negation: SQLTranslatable {
  func translated(in context: inout TranslationContext) throws(Untranslatable) -> Translation {
    guard case .sql(let wrapped) = try context.translateCondition(wrapped) else { return .constant }
    return .sql(try wrapped.negated)
  }
}

extension SQLExpression {
  /// The opposite of a Boolean that is not optional.
  var negated: SQLExpression {
    get throws(Untranslatable) {
      let condition = condition
      if condition.isNullable { try condition.requireKnown() }
      return condition.opposite
    }
  }

  /// The opposite of a condition in which NULL has only one meaning.
  private var opposite: SQLExpression {
    var result = self
    result.isNullable = false
    result.bounds = []
    if isNullable || isFalseByNull {
      result.hasNullForNaN = false
      result.sql = "((\(sql)) IS NOT TRUE)"
      result.strictVariables = []
    } else {
      result.sql = "NOT (\(sql))"
    }
    return result
  }
}
