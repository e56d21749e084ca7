import Foundation
import SQLCore

extension PredicateExpressions.Conditional: SQLTranslatable {
  func translated(in context: inout TranslationContext) throws(Untranslatable) -> Translation {
    guard case .sql(let test) = try context.translate(test) else {
      return try context.value(of: self.test)
        ? context.translate(trueBranch) : context.translate(falseBranch)
    }
    let type = StaticType(Output.self).type
    let left = try context.expression(context.operand(trueBranch), as: type, for: "Conditional")
    let right = try context.expression(context.operand(falseBranch), as: type, for: "Conditional")
    return .sql(
      SQLExpression(
        sql: """
          CASE WHEN \(test.condition.sql) THEN \(left.definite.sql) \
          ELSE \(right.definite.sql) END
          """,
        type: try Self.common(left, right), isNullable: left.isNullable || right.isNullable))
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
