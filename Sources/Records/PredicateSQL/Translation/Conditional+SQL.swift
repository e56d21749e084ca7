import Foundation
import SQLCore

extension PredicateExpressions.Conditional: SQLTranslatable {
  func translated(in context: inout TranslationContext) throws(Untranslatable) -> Translation {
    guard case .sql(let test) = try context.translateCondition(test) else {
      return try context.value(of: self.test)
        ? context.translateCondition(trueBranch) : context.translateCondition(falseBranch)
    }
    let type = StaticType(Output.self).type
    let left = try context.expression(context.condition(trueBranch), as: type, for: "Conditional")
    let right = try context.expression(
      context.condition(falseBranch), as: type, for: "Conditional")
    let condition = test.condition
    let sql: SQLFragment
    if condition.isUnknowable {
      if condition.isNullable { try condition.requireKnown() }
      sql = """
        CASE (\(condition.sql)) WHEN \(.truth(true)) THEN \(try left.definite.typed) \
        WHEN \(.truth(false)) THEN \(try right.definite.typed) END
        """
    } else {
      sql = """
        CASE WHEN \(condition.sql) THEN \(try left.definite.typed) \
        ELSE \(try right.definite.typed) END
        """
    }
    return .sql(
      SQLExpression(
        sql: sql, type: try Self.common(left, right),
        isNullable: left.isNullable || right.isNullable,
        hasNullForNaN: left.hasNullForNaN || right.hasNullForNaN,
        isUnknowable: condition.isUnknowable || left.isUnknowable || right.isUnknowable,
        hidesFailures: test.hidesFailures || left.hidesFailures || right.hidesFailures))
  }

  private static func common(
    _ left: SQLExpression, _ right: SQLExpression
  ) throws(Untranslatable) -> SQLType {
    guard left.type.isScalar, right.type.isScalar else {
      throw Untranslatable("Conditional", .type)
    }
    return left.type
  }
}
