import Foundation

extension PredicateExpressions.ResolvedConditional: SQLTranslatable {
  func translated(in context: inout TranslationContext) throws(Untranslatable) -> Translation {
    switch self {
    case .then(let branch): try context.translateCondition(branch)
    case .otherwise(let branch): try context.translateCondition(branch)
    }
  }
}
