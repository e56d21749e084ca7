import Foundation

extension PredicateExpressions.OptionalCoalesce: SQLTranslatable {
  func translated(in context: inout TranslationContext) throws(Untranslatable) -> Translation {
    switch try context.translate(lhs) {
    case .constant:
      if try context.value(of: lhs) != nil { return .constant }
      return try context.translate(rhs)
    case .sql(let left):
      let type = StaticType(Output.self).type
      let right = try context.expression(context.operand(rhs), as: type, for: "OptionalCoalesce")
      return .sql(try left.coalesced(with: right))
    }
  }
}
