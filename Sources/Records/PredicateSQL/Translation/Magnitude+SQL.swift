import Foundation
import SQLCore

extension PredicateExpressions.Magnitude: SQLTranslatable {
  func translated(in context: inout TranslationContext) throws(Untranslatable) -> Translation {
    guard case .sql(let wrapped) = try context.translate(wrapped) else { return .constant }
    let number = wrapped.operand
    switch wrapped.type {
    case .integer:
      // `abs()` fails for the smallest integer.
      let sql: SQLFragment = "CASE WHEN \(number) < 0 THEN - \(number) ELSE \(number) END"
      return .sql(.strict(sql, .integer, from: [wrapped]))
    case .double, .float:
      return .sql(.strict(SQLFunction.magnitude.call(number), wrapped.type, from: [wrapped]))
    default: throw Untranslatable("Magnitude", .type)
    }
  }
}
