import Foundation
import SQLCore

extension PredicateExpressions.Negation: SQLTranslatable {
  func translated(in context: inout TranslationContext) throws(Untranslatable) -> Translation {
    guard case .sql(let wrapped) = try context.translate(wrapped) else { return .constant }
    return .sql(wrapped.negated)
  }
}

extension SQLExpression {
  /// The opposite of a truth value that is not optional.
  var negated: SQLExpression {
    let condition = condition
    var result = condition
    result.isNullable = false
    result.bounds = []
    if condition.isNullable {
      result.sql = "((\(condition.sql)) IS NOT TRUE)"
      result.strictVariables = []
    } else {
      result.sql = "NOT (\(condition.sql))"
    }
    return result
  }
}
