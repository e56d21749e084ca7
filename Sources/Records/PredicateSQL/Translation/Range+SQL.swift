import Foundation

extension PredicateExpressions.Range: SQLTranslatable {
  func translated(in context: inout TranslationContext) throws(Untranslatable) -> Translation {
    try context.constant("Range", lower, upper)
  }
}

extension PredicateExpressions.ClosedRange: SQLTranslatable {
  func translated(in context: inout TranslationContext) throws(Untranslatable) -> Translation {
    try context.constant("ClosedRange", lower, upper)
  }
}

extension PredicateExpressions.RangeExpressionContains: SQLTranslatable {
  func translated(in context: inout TranslationContext) throws(Untranslatable) -> Translation {
    if let bounds = range as? any BoundsTranslatable,
      let condition = try bounds.contains(element, in: &context)
    {
      return condition
    }
    guard let (range, element) = try context.operands(range, element) else { return .constant }
    guard case .value(let value) = range, case .sql(let expression) = element,
      let bounds = value as? any BoundedRange
    else { throw Untranslatable("RangeExpressionContains") }
    return .sql(try bounds.contains(expression, in: context))
  }
}

/// A node that creates a range from bounds, which may depend on the row.
protocol BoundsTranslatable {
  /// Returns the condition that the range contains the element; nil if the bounds do not depend on
  /// the row.
  func contains<Element: PredicateExpression>(
    _ element: Element, in context: inout TranslationContext
  ) throws(Untranslatable) -> Translation?
}

extension PredicateExpressions.Range: BoundsTranslatable {
  func contains<Element: PredicateExpression>(
    _ element: Element, in context: inout TranslationContext
  ) throws(Untranslatable) -> Translation? {
    try context.translateContains(lower, upper, allowsUpper: false, element)
  }
}

extension PredicateExpressions.ClosedRange: BoundsTranslatable {
  func contains<Element: PredicateExpression>(
    _ element: Element, in context: inout TranslationContext
  ) throws(Untranslatable) -> Translation? {
    try context.translateContains(lower, upper, allowsUpper: true, element)
  }
}

extension TranslationContext {
  fileprivate mutating func translateContains<
    Lower: PredicateExpression, Upper: PredicateExpression, Element: PredicateExpression
  >(
    _ lower: Lower, _ upper: Upper, allowsUpper: Bool, _ element: Element
  ) throws(Untranslatable) -> Translation? {
    guard let (low, high) = try operands(lower, upper) else { return nil }
    let type = StaticType(Lower.Output.self).type
    let value = try expression(operand(element), as: type, for: "RangeExpressionContains")
    let lowest = try expression(low, as: type, for: "RangeExpressionContains")
    let highest = try expression(high, as: type, for: "RangeExpressionContains")
    let above = try value.compares(
      Ordering(isLess: false, allowsEqual: true), to: lowest, in: self)
    let below = try value.compares(
      Ordering(isLess: true, allowsEqual: allowsUpper), to: highest, in: self)
    var result = SQLExpression.logical("AND", above, below)
    // One bound may exclude the element even if the comparison with the other is unknowable.
    if result.isUnknowable { result.isNullable = true }
    return .sql(result)
  }
}

/// A range of the standard library.
protocol BoundedRange {
  associatedtype Bound: Comparable
  var lowest: Bound? { get }
  var highest: (bound: Bound, isIncluded: Bool)? { get }
}

extension BoundedRange {
  /// Returns the condition that the range contains the value of `element`.
  func contains(
    _ element: SQLExpression, in context: TranslationContext
  ) throws(Untranslatable) -> SQLExpression {
    var parts: [SQLExpression] = []
    if let lowest {
      let order = Ordering(isLess: false, allowsEqual: true)
      parts.append(try element.compares(order, to: lowest, in: context))
    }
    if let highest {
      let order = Ordering(isLess: true, allowsEqual: highest.isIncluded)
      parts.append(try element.compares(order, to: highest.bound, in: context))
    }
    guard parts.count == 2 else { return parts.first ?? .constant(true) }
    return .logical("AND", parts[0], parts[1])
  }
}

extension Swift.Range: BoundedRange {
  var lowest: Bound? { lowerBound }
  var highest: (bound: Bound, isIncluded: Bool)? { (upperBound, false) }
}

extension Swift.ClosedRange: BoundedRange {
  var lowest: Bound? { lowerBound }
  var highest: (bound: Bound, isIncluded: Bool)? { (upperBound, true) }
}

extension PartialRangeFrom: BoundedRange {
  var lowest: Bound? { lowerBound }
  var highest: (bound: Bound, isIncluded: Bool)? { nil }
}

extension PartialRangeUpTo: BoundedRange {
  var lowest: Bound? { nil }
  var highest: (bound: Bound, isIncluded: Bool)? { (upperBound, false) }
}

extension PartialRangeThrough: BoundedRange {
  var lowest: Bound? { nil }
  var highest: (bound: Bound, isIncluded: Bool)? { (upperBound, true) }
}
