import Foundation

extension PredicateExpressions.IntegerArithmetic: SQLTranslatable {
  /// Translates the operation; if it fails in Swift, the result is NULL or out of range.
  func translated(in context: inout TranslationContext) throws(Untranslatable) -> Translation {
    switch op {
    case .add: try context.translate(.add, lhs, rhs, node: "IntegerArithmetic")
    case .subtract: try context.translate(.subtract, lhs, rhs, node: "IntegerArithmetic")
    case .multiply: try context.translate(.multiply, lhs, rhs, node: "IntegerArithmetic")
    case .divide: try context.translate(.divide, lhs, rhs, node: "IntegerArithmetic").nullable
    case .remainder: try context.translate(.remainder, lhs, rhs, node: "IntegerArithmetic").nullable
    }
  }
}
