import Foundation

extension PredicateExpressions.StringHasPrefix: SQLTranslatable {
  func translated(in context: inout TranslationContext) throws(Untranslatable) -> Translation {
    guard let (text, prefix) = try context.operands(root, other) else { return .constant }
    return .sql(try context.startsWith(text, prefix, by: .hasPrefix, node: "StringHasPrefix"))
  }
}

extension PredicateExpressions.StringHasSuffix: SQLTranslatable {
  func translated(in context: inout TranslationContext) throws(Untranslatable) -> Translation {
    try context.test(root, other, .hasSuffix, node: "StringHasSuffix")
  }
}

extension PredicateExpressions.StringLocalizedStandardContains: SQLTranslatable {
  func translated(in context: inout TranslationContext) throws(Untranslatable) -> Translation {
    try context.test(
      root, other, .localizedStandardContains, node: "StringLocalizedStandardContains")
  }
}

extension PredicateExpressions.StringLocalizedCaseInsensitiveContains: SQLTranslatable {
  func translated(in context: inout TranslationContext) throws(Untranslatable) -> Translation {
    try context.test(
      root, other, .localizedCaseInsensitiveContains,
      node: "StringLocalizedCaseInsensitiveContains")
  }
}
