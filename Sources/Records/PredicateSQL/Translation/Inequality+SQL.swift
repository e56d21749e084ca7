import Foundation
import SQLCore

extension PredicateExpressions.NotEqual: SQLTranslatable {
  func translated(in context: inout TranslationContext) throws(Untranslatable) -> Translation {
    guard let operands = try context.operands(lhs, rhs) else { return .constant }
    switch operands {
    case (.sql(let expression), .value(let value)), (.value(let value), .sql(let expression)):
      return .sql(try expression.differs(from: value, in: context))
    case (.sql(let left), .sql(let right)):
      let isOptional = StaticType.isOptional(LHS.Output.self)
      return .sql(try left.equals(right, isOptional: isOptional).negated(isOptional: isOptional))
    case (.value, .value): return .constant
    }
  }
}

extension SQLExpression {
  /// Returns the condition that the value differs from a constant of the same Swift type.
  fileprivate func differs<Value>(
    from value: Value, in context: TranslationContext
  ) throws(Untranslatable) -> SQLExpression {
    if StaticType.isNil(value), var condition = isNotNull {
      // An unknowable value is NULL as well.
      condition.isNullable = condition.isNullable || isUnknowable
      condition.isUnknowable = isUnknowable
      return condition
    }
    return try equals(value, in: context, node: "NotEqual")
      .negated(isOptional: StaticType.isOptional(Value.self))
  }

  /// The condition that the value is not nil; nil for a value that is not a single SQL value.
  private var isNotNull: SQLExpression? {
    switch type {
    case .composite: return nil
    case .opaque where !isColumn: return nil
    case .models where isNullable: return .condition(sql)
    default:
      guard isNullable || isUnknowable else { return .constant(true) }
      return SQLExpression(
        sql: "\(operand) IS NOT NULL", type: .boolean, isNullable: false, isCondition: true)
    }
  }

  /// Returns the opposite condition; if the compared values are not optional, NULL comes from an
  /// operation that fails in Swift, and stays NULL.
  fileprivate func negated(isOptional: Bool) throws(Untranslatable) -> SQLExpression {
    var condition = self
    if !isOptional, !isUnknowable { condition.isNullable = false }
    return try condition.negated
  }
}
