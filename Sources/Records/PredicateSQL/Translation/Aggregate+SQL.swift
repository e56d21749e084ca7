import Foundation

extension PredicateExpressions.SequenceMaximum: SQLTranslatable {
  func translated(in context: inout TranslationContext) throws(Untranslatable) -> Translation {
    try context.constant("SequenceMaximum", elements)
  }
}

extension PredicateExpressions.SequenceMinimum: SQLTranslatable {
  func translated(in context: inout TranslationContext) throws(Untranslatable) -> Translation {
    try context.constant("SequenceMinimum", elements)
  }
}
