import Foundation

extension PredicateExpressions.OptionalIsNil: SQLTranslatable {
  func translated(in context: inout TranslationContext) throws(Untranslatable) -> Translation {
    guard case .sql(let inner) = try context.translate(inner) else { return .constant }
    switch inner.type {
    case .composite(let composite):
      return .sql(try composite.equals(nil as Wrapped?, in: context.columns, node: "OptionalIsNil"))
    case .model(let presence?):
      let condition = SQLExpression(
        sql: presence, type: .boolean, isNullable: false, isCondition: true)
      return .sql(condition.negated)
    case .opaque where inner.isColumn: return .sql(inner.isNull)
    case .model(nil), .opaque: throw Untranslatable("OptionalIsNil", .type)
    default: return .sql(inner.isNull)
    }
  }
}
