import Foundation
import SQLCore

extension PredicateExpressions.CollectionContainsCollection: SQLTranslatable {
  func translated(in context: inout TranslationContext) throws(Untranslatable) -> Translation {
    guard let (base, other) = try context.operands(base, other) else { return .constant }
    guard case .string = StaticType(Base.Output.self).type,
      case .string = StaticType(Other.Output.self).type
    else { throw Untranslatable("CollectionContainsCollection", .type) }
    let text = try context.expression(base, as: .string, for: "CollectionContainsCollection")
    let part = try context.expression(other, as: .string, for: "CollectionContainsCollection")
    return .sql(.condition(SQLFunction.contains.call(text.sql, part.sql), from: text, part))
  }
}

extension PredicateExpressions.CollectionIndexSubscript: SQLTranslatable {
  func translated(in context: inout TranslationContext) throws(Untranslatable) -> Translation {
    try context.constant("CollectionIndexSubscript", wrapped, index)
  }
}

extension PredicateExpressions.CollectionRangeSubscript: SQLTranslatable {
  func translated(in context: inout TranslationContext) throws(Untranslatable) -> Translation {
    try context.constant("CollectionRangeSubscript", wrapped, range)
  }
}
