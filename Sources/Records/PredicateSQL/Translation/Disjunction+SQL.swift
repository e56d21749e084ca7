import Foundation

extension PredicateExpressions.Disjunction: SQLTranslatable {
  func translated(in context: inout TranslationContext) throws(Untranslatable) -> Translation {
    guard case .sql(let left) = try context.translateCondition(lhs) else {
      // Evaluation also stops if the left side is true, so the right side does not matter.
      return try context.value(of: lhs) ? .constant : context.translateCondition(rhs)
    }
    switch try context.condition(rhs) {
    case .value(true): return .sql(.constant(true, in: left))
    case .value(false): return .sql(left.condition)
    case .sql(let right): return .sql(.logical("OR", left.condition, right.condition))
    }
  }
}

extension PredicateExpressions.Disjunction: PartlyTranslatable {
  /// Joins the partial conditions of both sides with OR, which includes all rows that satisfy
  /// either side.
  func partlyTranslated(in context: inout TranslationContext) -> PartialCondition {
    let left = context.partialCondition(lhs)
    if left.isExact, left.condition == nil { return left }
    let right = context.partialCondition(rhs)
    var result = PartialCondition(
      isExact: left.isExact && right.isExact, obstacle: left.obstacle ?? right.obstacle)
    if let left = left.condition, let right = right.condition {
      result.condition = .logical("OR", left, right)
    }
    return result
  }
}
