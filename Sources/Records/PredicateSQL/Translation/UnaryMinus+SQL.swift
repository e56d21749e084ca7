import Foundation
import SQLCore

extension PredicateExpressions.UnaryMinus: SQLTranslatable {
  func translated(in context: inout TranslationContext) throws(Untranslatable) -> Translation {
    guard case .sql(let wrapped) = try context.translate(wrapped) else { return .constant }
    switch wrapped.type {
    case .integer:
      return .sql(.strict("(- \(wrapped.operand))", .integer, from: [wrapped]))
    case .double, .float:
      let sql = SQLFunction.negate.call(wrapped.sql)
      return .sql(.strict(sql, wrapped.type, from: [wrapped]))
    default: throw Untranslatable("UnaryMinus", .type)
    }
  }
}
