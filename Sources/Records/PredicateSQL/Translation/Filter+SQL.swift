import Foundation
import SQLCore

extension PredicateExpressions.Filter: SQLTranslatable {
  func translated(in context: inout TranslationContext) throws(Untranslatable) -> Translation {
    if case .sql(var models) = try context.translate(sequence) {
      guard case .models(let rows) = models.type else { throw Untranslatable("Filter") }
      let selection = rows.selection()
      switch try context.test(filter, of: variable, on: selection) {
      case .value(true): break
      case .value(false): models.type = .models(rows.filtered(selection, by: .truth(false)))
      case .sql(let test):
        // If a test is unknowable, the number of matching rows is not defined.
        try test.requireKnown()
        if test.hidesFailures { throw Untranslatable("Filter", .unwrapping) }
        models.type = .models(rows.filtered(selection, by: test.condition.operand))
      }
      return .sql(models)
    }
    // Any element is sufficient to find out whether the test depends on the row.
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
