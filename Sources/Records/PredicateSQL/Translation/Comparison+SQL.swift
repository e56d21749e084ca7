import Foundation
import SQLCore

extension PredicateExpressions.Comparison: SQLTranslatable {
  func translated(in context: inout TranslationContext) throws(Untranslatable) -> Translation {
    guard let operands = try context.operands(lhs, rhs) else { return .constant }
    let order = Ordering(op)
    switch operands {
    case (.sql(let left), .value(let right)):
      return .sql(try left.compares(order, to: right, in: context))
    case (.value(let left), .sql(let right)):
      return .sql(try right.compares(order.flipped, to: left, in: context))
    case (.sql(let left), .sql(let right)):
      return .sql(try left.compares(order, to: right, in: context))
    case (.value, .value): return .constant
    }
  }
}

/// One of the four comparisons of `Comparable`.
struct Ordering {
  var isLess: Bool
  var allowsEqual: Bool

  init(isLess: Bool, allowsEqual: Bool) {
    self.isLess = isLess
    self.allowsEqual = allowsEqual
  }

  init(_ comparison: PredicateExpressions.ComparisonOperator) {
    switch comparison {
    case .lessThan: self.init(isLess: true, allowsEqual: false)
    case .lessThanOrEqual: self.init(isLess: true, allowsEqual: true)
    case .greaterThan: self.init(isLess: false, allowsEqual: false)
    case .greaterThanOrEqual: self.init(isLess: false, allowsEqual: true)
    }
  }

  /// The equivalent comparison with the operands exchanged.
  var flipped: Ordering { Ordering(isLess: !isLess, allowsEqual: allowsEqual) }

  /// The operator with a space on each side.
  var sql: SQLFragment {
    switch (isLess, allowsEqual) {
    case (true, false): .raw(" < ")
    case (true, true): .raw(" <= ")
    case (false, false): .raw(" > ")
    case (false, true): .raw(" >= ")
    }
  }

  func holds<Value: Comparable>(_ left: Value, _ right: Value) -> Bool {
    switch (isLess, allowsEqual) {
    case (true, false): left < right
    case (true, true): left <= right
    case (false, false): left > right
    case (false, true): left >= right
    }
  }
}

extension SQLExpression {
  /// Returns a comparison with a constant of the same Swift type.
  func compares<Value: Comparable>(
    _ order: Ordering, to value: Value, in context: TranslationContext
  ) throws(Untranslatable) -> SQLExpression {
    if case .enumeration = type {
      return try caseSatisfies(Value.self) { order.holds($0, value) }
    }
    if case .identifier(let columns) = type, columns.ordersIdentifiers {
      guard
        let bound = columns.bound(
          for: value, isLess: order.isLess, allowsEqual: order.allowsEqual)
      else { throw Untranslatable("Comparison", .type) }
      return .condition(operand + order.sql + .value(bound), from: self)
    }
    let parameter = try context.sqlValue(of: value, as: type, for: "Comparison")
    let constant = SQLExpression(sql: .value(parameter), type: type, isNullable: false)
    if type.isFloatingPoint {
      // `>=` and `<=` of dates are the opposites of `<` and `>`, so they are true for NaN, unlike
      // those of numbers.
      let isOpposite = order.allowsEqual && type.isDate
      if parameter.isNaN {
        try requireKnown()
        return isOpposite ? .condition("\(operand) IS NOT NULL", from: self) : .constant(false)
      }
      let comparison = operand + order.sql + constant.sql
      let condition = SQLExpression.condition(comparison, from: self)
      let leavesNaN = order.isLess || isOpposite
      var result = leavesNaN ? condition : condition.and(isNumber: self)
      result.bounds = bounds(order, parameter)
      return result
    }
    var result = try compares(order, to: constant, in: context)
    if case .integer = type { result.bounds = bounds(order, parameter) }
    return result
  }

  /// Returns a comparison of two values of the same Swift type.
  func compares(
    _ order: Ordering, to other: SQLExpression, in context: TranslationContext
  ) throws(Untranslatable) -> SQLExpression {
    let comparison = operand + order.sql + other.operand
    switch type {
    case .integer, .uuid: return .condition(comparison, from: self, other)
    case .double, .float, .date:
      // NaN comes after all numbers, so it is enough to exclude it on the greater side.
      let greater = order.isLess ? other : self
      var result = SQLExpression.condition(comparison, from: self, other).and(isNumber: greater)
      // If the greater side is NaN, the result is false, even if the other side is unknowable.
      if result.isUnknowable { result.isNullable = true }
      return result
    case .string: return context.callsFunctions ? less(order, other) : precedes(order, other)
    case .unsigned:
      // The upper half of the range is stored as negative numbers.
      let (mine, its) = (operand.typed(), other.operand.typed())
      let left: SQLFragment = "(\(mine) < 0, \(mine))"
      let right: SQLFragment = "(\(its) < 0, \(its))"
      return .condition(left + order.sql + right, from: self, other)
    case .decimal where context.comparesDecimals:
      let comparison = SQLFragment.decimals(
        operand.typed(as: .decimal(0)), isLess: order.isLess, allowsEqual: order.allowsEqual,
        other.operand.typed(as: .decimal(0)))
      return .condition(comparison, from: self, other)
    case .decimal:
      let (left, right) = (
        SQLFragment.comparable(decimal: sql), SQLFragment.comparable(decimal: other.sql)
      )
      return .condition(left + order.sql + right, from: self, other)
    case .boolean, .data, .url, .enumeration, .composite, .model, .identifier, .models, .someModel,
      .opaque:
      throw Untranslatable("Comparison", .type)
    }
  }

  /// Compares strings with a function, because `String`'s operators are not a consistent order.
  private func less(_ order: Ordering, _ other: SQLExpression) -> SQLExpression {
    let isFirstLeft = order.isLess != order.allowsEqual
    let call =
      isFirstLeft
      ? SQLFunction.less.call(sql, other.sql) : SQLFunction.less.call(other.sql, sql)
    return .condition(order.allowsEqual ? "NOT \(call)" : call, from: self, other)
  }

  /// Compares strings by their normal forms, which are a consistent order, in databases that cannot
  /// call Swift functions.
  private func precedes(_ order: Ordering, _ other: SQLExpression) -> SQLExpression {
    .condition(
      .inSwiftOrder(operand) + order.sql + .inSwiftOrder(other.operand), from: self, other)
  }

  /// Returns the condition that the enumeration's case satisfies `test`.
  func caseSatisfies<Value>(
    _: Value.Type, _ test: (Value) -> Bool
  ) throws(Untranslatable) -> SQLExpression {
    guard let cases = ListedCases<Value>.all else { throw Untranslatable("Comparison", .type) }
    let list = cases.filter { test($0.value) }.map { SQLFragment.value($0.stored) }
    guard !list.isEmpty else { return neverTrue }
    return .condition("\(operand) IN (\(list.joined(separator: ", ")))", from: self)
  }
}

/// The cases of a `CaseIterable` enumeration, with their stored values.
package enum ListedCases<Value> {
  package static var all: [(value: Value, stored: SQLValue)]? {
    guard let listed = Value.self as? any CaseIterable.Type else { return nil }
    return cases(of: listed)
  }

  private static func cases<Listed: CaseIterable>(
    of _: Listed.Type
  ) -> [(value: Value, stored: SQLValue)]? {
    var result: [(value: Value, stored: SQLValue)] = []
    for element in Listed.allCases {
      guard let value = element as? Value, let raw = element as? any RawRepresentable,
        let scalar = raw.rawValue as? any SQLScalar
      else { return nil }
      result.append((value, scalar.sqlValue))
    }
    return result
  }
}
