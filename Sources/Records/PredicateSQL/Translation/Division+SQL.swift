import Foundation

extension PredicateExpressions.IntDivision: SQLTranslatable {
  func translated(in context: inout TranslationContext) throws(Untranslatable) -> Translation {
    try context.translate(.divide, lhs, rhs, node: "IntDivision").nullable
  }
}

extension PredicateExpressions.IntRemainder: SQLTranslatable {
  func translated(in context: inout TranslationContext) throws(Untranslatable) -> Translation {
    try context.translate(.remainder, lhs, rhs, node: "IntRemainder").nullable
  }
}

extension PredicateExpressions.FloatDivision: SQLTranslatable {
  func translated(in context: inout TranslationContext) throws(Untranslatable) -> Translation {
    try context.translate(.divide, lhs, rhs, node: "FloatDivision")
  }
}

extension Translation {
  /// The same translation, possibly NULL: a division by zero yields NULL in SQL, while Swift traps.
  var nullable: Translation {
    guard case .sql(var expression) = self else { return self }
    expression.isNullable = true
    return .sql(expression)
  }
}
