import Foundation

extension PredicateExpressions.Filter: SQLTranslatable {
  func translated(in context: inout TranslationContext) throws(Untranslatable) -> Translation {
    context.define(variable.key, as: .constant)
    defer { context.undefine(variable.key) }
    return try context.constant("Filter", sequence, filter)
  }
}
