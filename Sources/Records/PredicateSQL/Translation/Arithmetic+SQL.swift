import Foundation
import SQLCore

extension PredicateExpressions.Arithmetic: SQLTranslatable {
  func translated(in context: inout TranslationContext) throws(Untranslatable) -> Translation {
    let operation: ArithmeticOperation =
      switch op {
      case .add: .add
      case .subtract: .subtract
      case .multiply: .multiply
      }
    return try context.translate(operation, lhs, rhs, node: "Arithmetic")
  }
}

/// An arithmetic operator, with the function that computes it for floating-point numbers.
///
/// SQLite's own operators turn NaN into NULL, and treat the bytes that represent NaN as zero.
enum ArithmeticOperation {
  case add, subtract, multiply, divide, remainder

  var sql: String {
    switch self {
    case .add: " + "
    case .subtract: " - "
    case .multiply: " * "
    case .divide: " / "
    case .remainder: " % "
    }
  }

  var function: SQLFunction? {
    switch self {
    case .add: .add
    case .subtract: .subtract
    case .multiply: .multiply
    case .divide: .divide
    case .remainder: nil
    }
  }
}

extension TranslationContext {
  mutating func translate<Left: PredicateExpression, Right: PredicateExpression>(
    _ operation: ArithmeticOperation, _ left: Left, _ right: Right, node: StaticString
  ) throws(Untranslatable) -> Translation {
    guard let (left, right) = try operands(left, right) else { return .constant }
    let type = StaticType(Left.Output.self).type
    let lhs = try expression(left, as: type, for: node)
    let rhs = try expression(right, as: type, for: node)
    switch (type, operation.function) {
    case (.integer, _):
      let sql: SQLFragment = "(\(lhs.operand)\(raw: operation.sql)\(rhs.operand))"
      return .sql(.strict(sql, .integer, from: [lhs, rhs]))
    case (.double, let function?):
      return .sql(.strict(function.call(lhs.sql, rhs.sql), type, from: [lhs, rhs]))
    case (.float, let function?):
      // Rounding the `Double` result of one operation to `Float` is equivalent to computing in
      // `Float`.
      let sql = SQLFunction.float.call(function.call(lhs.sql, rhs.sql))
      return .sql(.strict(sql, type, from: [lhs, rhs]))
    default: throw Untranslatable("\(node)", .type)
    }
  }
}
