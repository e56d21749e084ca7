import Foundation

extension PredicateExpressions.OptionalIsNil: SQLTranslatable {
  func translated(in context: inout TranslationContext) throws(Untranslatable) -> Translation {
    guard case .sql(let inner) = try context.translate(inner) else { return .constant }
    switch inner.type {
    case .composite(let composite):
      try inner.requireKnown()
      return .sql(try composite.equals(nil as Wrapped?, node: "OptionalIsNil"))
    case .opaque where inner.isColumn: return .sql(try inner.isNull)
    case .opaque: throw Untranslatable("OptionalIsNil", .type)
    default: return .sql(try inner.isNull)
    }
  }
}
