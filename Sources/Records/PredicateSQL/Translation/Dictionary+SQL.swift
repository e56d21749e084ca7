import Foundation

extension PredicateExpressions.DictionaryKeySubscript: SQLTranslatable {
  func translated(in context: inout TranslationContext) throws(Untranslatable) -> Translation {
    try context.constant("DictionaryKeySubscript", wrapped, key)
  }
}

extension PredicateExpressions.DictionaryKeyDefaultValueSubscript: SQLTranslatable {
  func translated(in context: inout TranslationContext) throws(Untranslatable) -> Translation {
    try context.constant("DictionaryKeyDefaultValueSubscript", wrapped, key, `default`)
  }
}
