import Foundation
import SQLCore

/// SQL for the value of one node of a predicate.
struct SQLExpression {
  var sql: SQLFragment { didSet { joined = nil } }
  var type: SQLType
  /// Whether the value can be NULL.
  var isNullable: Bool
  /// Whether NULL represents NaN, as in nonoptional number columns that Apple's frameworks wrote.
  ///
  /// Comparisons with it are false, and their opposites true.
  var hasNullForNaN = false
  /// Whether the expression is a plain column, which may have an index.
  var isColumn = false
  /// Whether the expression is a Boolean that SQL computed; if its Swift type is not optional, NULL
  /// means false.
  var isCondition = false
  /// The unwrapped variables that make the whole expression NULL if they are NULL.
  var strictVariables: [PredicateExpressions.VariableID] = []

  /// Whether NULL represents an unknowable value, because nil was unwrapped.
  ///
  /// If `isNullable` is true as well, NULL can mean either, and the expression can only be used as
  /// a condition by itself.
  var isUnknowable = false
  /// Whether SQL returns a result even if evaluation of the whole expression would fail.
  var hidesFailures = false

  /// For joined conditions, the keyword that joins them, and the SQL without the enclosing
  /// parentheses, so that more conditions can be appended without nesting.
  private(set) var joined: (keyword: String, sql: SQLFragment)?

  /// The bounds outside of which no row satisfies the condition.
  var bounds: [ColumnBound] = []

  /// The expression with NULL, which means false, replaced by false.
  var definite: SQLExpression {
    get throws(Untranslatable) {
      guard isCondition, isNullable || isFalseByNull else { return self }
      try requireKnown()
      return collapsed
    }
  }

  /// The condition with NULL replaced by false, whatever NULL means.
  var collapsed: SQLExpression {
    guard isNullable || isUnknowable || hasNullForNaN else { return self }
    var result = self
    result.sql = "((\(sql)) IS TRUE)"
    result.isNullable = false
    result.hasNullForNaN = false
    result.isUnknowable = false
    result.hidesFailures = hidesFailures || isUnknowable
    result.strictVariables = []
    return result
  }

  /// Whether NULL means false because of NaN, and never means unknowable.
  var isFalseByNull: Bool { hasNullForNaN && !isUnknowable }

  /// Returns `expression` with `sql` in parentheses as its SQL.
  static func joined(
    by keyword: String, _ sql: SQLFragment, as expression: SQLExpression
  ) -> SQLExpression {
    var result = expression
    result.sql = "(\(sql))"
    result.joined = (keyword, sql)
    return result
  }

  /// Throws if NULL may mean anything other than nil or false.
  func requireKnown() throws(Untranslatable) {
    if isUnknowable { throw Untranslatable("ForcedUnwrap", .unwrapping) }
  }

  /// The SQL in a form that can be an operand of any operator.
  ///
  /// Comparisons are the only expressions that are not already in parentheses.
  var operand: SQLFragment { isCondition ? "(\(sql))" : sql }

  /// The SQL with a type annotation, if it is only a constant and its context does not determine
  /// its type.
  var typed: SQLFragment {
    type.isFloatingPoint && !type.isDate ? sql.typedNumber : sql.typed(as: type.sample)
  }

  /// The Boolean as a condition; a column is compared, so that an index on it can be used.
  var condition: SQLExpression {
    guard !isCondition else { return self }
    var result = self
    if isColumn { result.sql = "\(sql) = \(.truth(true))" }
    result.isColumn = false
    result.isCondition = true
    return result
  }

  /// Creates a Boolean that is NULL if any of its operands is NULL.
  static func condition(
    _ sql: SQLFragment, from operands: SQLExpression...
  ) -> SQLExpression {
    strict(sql, .boolean, from: operands, isCondition: true)
  }

  /// Creates a value that is NULL if any of its operands is NULL.
  static func strict(
    _ sql: SQLFragment, _ type: SQLType, from operands: [SQLExpression], isCondition: Bool = false
  ) -> SQLExpression {
    var result = SQLExpression(sql: sql, type: type, isNullable: false, isCondition: isCondition)
    for operand in operands {
      if operand.isNullable { result.isNullable = true }
      if operand.hasNullForNaN { result.hasNullForNaN = true }
      if operand.isUnknowable { result.isUnknowable = true }
      if !operand.strictVariables.isEmpty {
        result.strictVariables.append(contentsOf: operand.strictVariables)
      }
    }
    return result
  }

  /// Returns a constant condition that is independent of another condition, which evaluation
  /// computes first.
  static func constant(_ value: Bool, in other: SQLExpression?) -> SQLExpression {
    var result = constant(value)
    if let other { result.hidesFailures = other.hidesFailures || other.isUnknowable }
    return result
  }

  static func constant(_ value: Bool) -> SQLExpression {
    SQLExpression(
      sql: .truth(value), type: .boolean, isNullable: false, isCondition: true)
  }
}

extension SQLFragment {
  /// Returns a text in the form in which it sorts and compares as in Swift.
  package static func inSwiftOrder(_ text: SQLFragment) -> SQLFragment {
    compared(text, by: SQLCollation.swift.name)
  }

  /// Returns a text that is compared with one from `inSwiftOrder(_:)`.
  package static func comparable(_ text: SQLFragment) -> SQLFragment { compared(text, by: nil) }

  /// Returns a decimal in the form in which it sorts and compares.
  package static func comparable(decimal: SQLFragment) -> SQLFragment {
    comparedDecimal(decimal, by: SQLFunction.decimalKey.name)
  }
}
