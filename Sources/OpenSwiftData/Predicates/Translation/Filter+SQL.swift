import Foundation

extension PredicateExpressions.Filter: SQLTranslatable {
  func translated(in context: inout TranslationContext) throws(Untranslatable) -> Translation {
    guard case .constant = try context.translate(sequence) else { throw Untranslatable("Filter") }
    // Whether the test depends on the row is seen with any element.
    guard let element = try context.value(of: sequence).first(where: { _ in true }) else {
      return .constant
    }
    context.define(variable.key, as: .constant)
    context.bindings[variable] = element
    defer {
      context.undefine(variable.key)
      context.bindings[variable] = nil
    }
    return try context.constant("Filter", filter)
  }
}
