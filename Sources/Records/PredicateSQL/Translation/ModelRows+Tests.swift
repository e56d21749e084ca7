import Foundation
import SQLCore

extension TranslationContext {
  /// Translates the test of a closure for the current row of a selection.
  mutating func test<Test: PredicateExpression, Element>(
    _ test: Test, of variable: PredicateExpressions.Variable<Element>, on selection: RowSelection
  ) throws(Untranslatable) -> Operand<Bool> where Test.Output == Bool {
    let row = selection.row
    define(
      variable.key,
      as: .sql(SQLExpression(sql: row.key, type: .model(row, nil), isNullable: false)))
    defer { undefine(variable.key) }
    return try within(selection.alias) { context throws(Untranslatable) in
      try context.condition(test)
    }
  }
}

extension RowSelection {
  /// Returns the condition that the test is true for some row; NULL counts as false.
  func contains(_ test: Operand<Bool>) -> SQLExpression {
    switch test {
    case .value(true): return .condition(exists())
    case .value(false): return .constant(false)
    case .sql(let test):
      var result = SQLExpression.condition(exists(test.condition.operand))
      result.hidesFailures = test.isUnknowable || test.hidesFailures
      return result
    }
  }

  /// Returns the condition that the test is false for no row.
  func allSatisfy(_ test: Operand<Bool>) throws(Untranslatable) -> SQLExpression {
    switch test {
    case .value(true): return .constant(true)
    case .value(false): return .condition("NOT \(exists())")
    case .sql(let test):
      let failing = test.isUnknowable ? try test.condition.collapsed.negated : try test.negated
      var result = SQLExpression.condition("NOT \(exists(failing.operand))")
      result.hidesFailures = failing.hidesFailures
      return result
    }
  }
}

extension SQLExpression {
  /// Returns the result for the models `whole`; NULL if they are nil.
  func guarded(over whole: SQLExpression) -> SQLExpression {
    // Within the closure of an optional, the outer expression already checks that it is not nil.
    whole.isNullable || whole.isUnknowable ? guarded(by: whole.sql, of: whole) : self
  }
}

extension ModelRows {
  /// Returns the condition that `element` is one of the models.
  func contains<Element>(
    _ element: Operand<Element>, of whole: SQLExpression, in context: TranslationContext
  ) throws(Untranslatable) -> SQLExpression {
    let selection = selection()
    let row = SQLExpression(
      sql: selection.row.key, type: .model(selection.row, nil), isNullable: false)
    let isSame: SQLExpression
    switch element {
    case .value(let value): isSame = try row.equals(value, in: context, node: "SequenceContains")
    case .sql(let other):
      try other.requireKnown()
      isSame = try row.equals(other, isOptional: false)
    }
    return .condition(selection.exists(isSame.operand)).guarded(over: whole)
  }
}
