import Foundation
import SQLCore

/// SQL that yields the value of one node of a predicate.
struct SQLExpression {
  var sql: SQLFragment { didSet { joined = nil } }
  var type: SQLType
  /// Whether it can yield NULL.
  var isNullable: Bool
  /// Whether NULL stands for NaN, as in columns of numbers that are not optional and that Apple's frameworks
  /// wrote: what is compared with it is false, and the opposite true.
  var hasNullForNaN = false
  /// A plain column, which an index may hold.
  var isColumn = false
  /// A truth value that SQL computed: where its Swift type is not optional, NULL stands for false.
  var isCondition = false
  /// The unwrapped values that make the whole NULL when they are NULL.
  var strictVariables: [PredicateExpressions.VariableID] = []

  /// Whether NULL stands for a value that cannot be told, because nil was unwrapped.
  ///
  /// Where `isNullable` holds as well, NULL may be either, and nothing can be made of it but a
  /// condition of its own.
  var isUnknowable = false
  /// Whether SQL has an answer where evaluating the expression at one go would fail.
  var hidesFailures = false

  /// Where the expression joins conditions, by what, and the same without parentheses around it: more
  /// of the kind can follow without nesting.
  private(set) var joined: (keyword: String, sql: SQLFragment)?

  /// The bounds outside which no row fulfils the condition.
  var bounds: [ColumnBound] = []

  /// The expression with NULL, which stands for false, made false.
  var definite: SQLExpression {
    get throws(Untranslatable) {
      guard isCondition, isNullable || isFalseByNull else { return self }
      try requireKnown()
      return collapsed
    }
  }

  /// The condition with NULL, whatever it stands for, made false.
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

  /// Whether NULL is false by way of NaN, and of nothing that cannot be told.
  var isFalseByNull: Bool { hasNullForNaN && !isUnknowable }

  /// `expression`, which is what `sql` says in parentheses.
  static func joined(
    by keyword: String, _ sql: SQLFragment, as expression: SQLExpression
  ) -> SQLExpression {
    var result = expression
    result.sql = "(\(sql))"
    result.joined = (keyword, sql)
    return result
  }

  /// Requires that NULL stands for nothing but nil or false.
  func requireKnown() throws(Untranslatable) {
    if isUnknowable { throw Untranslatable("ForcedUnwrap", .unwrapping) }
  }

  /// The SQL in a form that can stand as an operand of any operator.
  ///
  /// Comparisons are the only expressions that do not put themselves in parentheses.
  var operand: SQLFragment { isCondition ? "(\(sql))" : sql }

  /// The SQL with its type, where it is a constant alone and nothing beside it tells the type.
  var typed: SQLFragment {
    type.isFloatingPoint && !type.isDate ? sql.typedNumber : sql.typed(as: type.sample)
  }

  /// The truth value as a condition; a column is compared, so that an index on it can be used.
  var condition: SQLExpression {
    guard !isCondition else { return self }
    var result = self
    if isColumn { result.sql = "\(sql) = \(.truth(true))" }
    result.isColumn = false
    result.isCondition = true
    return result
  }

  /// A truth value computed from operands that each make it NULL by being NULL.
  static func condition(
    _ sql: SQLFragment, from operands: SQLExpression...
  ) -> SQLExpression {
    strict(sql, .boolean, from: operands, isCondition: true)
  }

  /// A value computed from operands that each make it NULL by being NULL.
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

  /// What a condition comes to, whatever another one is that evaluation looks at first.
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
  /// Makes a comparison treat strings as Swift does, in a database that has orders of the client.
  package static let swiftCollation = SQLCollation.swift.clause

  /// A text as it is sorted and compared, as Swift does it.
  package static func inSwiftOrder(_ text: SQLFragment) -> SQLFragment {
    compared(text, by: SQLCollation.swift.name)
  }

  /// A text that is compared with one `inSwiftOrder(_:)`.
  package static func comparable(_ text: SQLFragment) -> SQLFragment { compared(text, by: nil) }

  /// A decimal as it is sorted and compared.
  package static func comparable(decimal: SQLFragment) -> SQLFragment {
    comparedDecimal(decimal, by: SQLFunction.decimalKey.name)
  }
}
