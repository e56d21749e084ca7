import Foundation

extension PredicateExpressions.StringContainsRegex: SQLTranslatable {
  func translated(in context: inout TranslationContext) throws(Untranslatable) -> Translation {
    try context.constant("StringContainsRegex", subject, regex)
  }
}
