import Foundation

@testable import OpenSwiftData
@testable import PredicateSQL

/// A type-erased node, for closures that may return any node.
struct Erased<Output>: StandardPredicateExpression {
  let base: any StandardPredicateExpression<Output>

  init(_ base: any StandardPredicateExpression<Output>) { self.base = base }

  func evaluate(_ bindings: PredicateBindings) throws -> Output { try base.evaluate(bindings) }

  init(from decoder: any Decoder) throws {
    throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "not for storage"))
  }

  func encode(to encoder: any Encoder) throws { try base.encode(to: encoder) }
}

extension Erased: SQLTranslatable {
  func translated(in context: inout TranslationContext) throws(Untranslatable) -> Translation {
    try context.translateCondition(base)
  }
}

extension Erased: JoinedCondition where Output == Bool {
  func truth(_ bindings: PredicateBindings) throws -> Bool? { try base.truth(in: bindings) }
}
