import Foundation
import SQLCore

extension PredicateExpressions.ConditionalCast: SQLTranslatable {
  func translated(in context: inout TranslationContext) throws(Untranslatable) -> Translation {
    try context.cast(input, to: Desired.self, node: "ConditionalCast")
  }
}

extension PredicateExpressions.ForceCast: SQLTranslatable {
  func translated(in context: inout TranslationContext) throws(Untranslatable) -> Translation {
    try context.cast(input, to: Desired.self, node: "ForceCast")
  }
}

extension PredicateExpressions.TypeCheck: SQLTranslatable {
  func translated(in context: inout TranslationContext) throws(Untranslatable) -> Translation {
    guard case .sql(let input) = try context.translate(input) else { return .constant }
    if case .model(let row, nil) = input.type {
      let condition = try row.instanceCondition(of: Desired.self, node: "TypeCheck")
      return .sql(.condition(condition, from: input))
    }
    guard StaticType.isSame(Input.Output.self, Desired.self) else {
      throw Untranslatable("TypeCheck", .type)
    }
    return .sql(try input.isNull.negated)
  }
}

extension TranslationContext {
  fileprivate mutating func cast<Input: PredicateExpression, Desired>(
    _ input: Input, to _: Desired.Type, node: StaticString
  ) throws(Untranslatable) -> Translation {
    guard case .sql(var result) = try translate(input) else { return .constant }
    if case .model(let row, nil) = result.type {
      let presence = try row.instanceCondition(of: Desired.self, node: node)
      result.sql = "CASE WHEN \(presence) THEN \(result.sql) END"
      result.type = .model(row, presence)
      result.isNullable = true
      result.isColumn = false
      return .sql(result)
    }
    guard StaticType.isSame(Input.Output.self, Desired.self) else {
      throw Untranslatable("\(node)", .type)
    }
    return .sql(result)
  }
}

extension ModelRow {
  /// Returns the condition that the row holds an instance of a subclass of the model.
  fileprivate func instanceCondition(
    of type: Any.Type, node: StaticString
  ) throws(Untranslatable) -> SQLFragment {
    guard let mark = columns.instanceMark(of: type) else { throw Untranslatable("\(node)", .type) }
    let numbers = mark.numbers.map(String.init).joined(separator: ", ")
    return "\(try column(mark.column)) IN (\(raw: numbers))"
  }
}

extension StaticType {
  /// Returns whether `desired` is the type, or the type that it wraps.
  fileprivate static func isSame(_ type: Any.Type, _ desired: Any.Type) -> Bool {
    if type == desired { return !isOptional(desired) }
    return (type as? any OptionalValue.Type)?.wrappedType == desired
  }
}
