import Foundation
import SQLCore

extension PredicateExpressions.Equal: SQLTranslatable {
  func translated(in context: inout TranslationContext) throws(Untranslatable) -> Translation {
    guard let operands = try context.operands(lhs, rhs) else { return .constant }
    switch operands {
    case (.sql(let expression), .value(let value)), (.value(let value), .sql(let expression)):
      return .sql(try expression.equals(value, in: context, node: "Equal"))
    case (.sql(let left), .sql(let right)):
      return .sql(try left.equals(right, isOptional: StaticType.isOptional(LHS.Output.self)))
    case (.value, .value): return .constant
    }
  }
}

extension PredicateExpressions.Equal: CandidateTelling {
  func partlyTranslated(in context: inout TranslationContext) -> PartialCondition {
    let nothing = PartialCondition(isExact: false, obstacle: Untranslatable("Equal"))
    if let partly = lhs as? any PartlyTransforming, context.isConstant(rhs, true) {
      return partly.partlyTransformed(in: &context) ?? nothing
    }
    guard lhs is any FoldedText else { return nothing }
    return context.candidates(lhs, .isEqual, rhs, node: "Equal")
  }
}

extension SQLExpression {
  /// Returns the condition that the value equals a constant of the same Swift type.
  func equals<Value>(
    _ value: Value, in context: TranslationContext, node: StaticString
  ) throws(Untranslatable) -> SQLExpression {
    switch type {
    case .composite(let composite):
      try requireKnown()
      return try composite.equals(value, node: node)
    case .model(let row, _): return try equals(reference: value, to: row.columns)
    case .identifier(let columns): return try equals(reference: value, to: columns)
    case .models, .someModel:
      guard StaticType.isNil(value) else { throw Untranslatable("\(node)", .type) }
      return try isNull
    case .opaque where isColumn && StaticType.isNil(value): return try isNull
    case .opaque: throw Untranslatable("\(node)", .type)
    default: return try equals(stored: try context.sqlValue(of: value, as: type, for: node))
    }
  }

  /// Returns the condition that the value is the model, or the identifier of the model, that
  /// `reference` identifies.
  private func equals<Value>(
    reference: Value, to columns: any ColumnResolving
  ) throws(Untranslatable) -> SQLExpression {
    if StaticType.isNil(reference) { return try isNull }
    // A model that was never saved, or is in another store, has no row in this one.
    guard let key = columns.primaryKey(of: reference) else {
      return isUnknowable ? neverTrue : .constant(false)
    }
    return .condition("\(sql) = \(key)", from: self)
  }

  var isNull: SQLExpression {
    get throws(Untranslatable) {
      try requireKnown()
      guard isNullable else { return .constant(false) }
      if case .models = type { return .condition("(\(sql)) IS NOT TRUE") }
      return SQLExpression(
        sql: "\(operand) IS NULL", type: .boolean, isNullable: false, isCondition: true)
    }
  }

  /// Returns the condition that the column holds the stored form of `value`; NULL instead of false
  /// for NULL.
  func equals(stored value: SQLValue) throws(Untranslatable) -> SQLExpression {
    switch (type, value) {
    case (_, .null): return try isNull
    case (.boolean, .bool(let truth)): return try equals(truth: truth)
    case (.string, .text(let text)), (.url, .text(let text)): return equals(text: text)
    case (_, let value) where type.isFloatingPoint && value.isNaN: return neverTrue
    default: return .condition("\(operand) = \(value)", from: self)
    }
  }

  private func equals(truth: Bool) throws(Untranslatable) -> SQLExpression {
    if isColumn { return .condition("\(sql) = \(.truth(truth))", from: self) }
    if isCondition { return truth ? self : try negated }
    return .condition(truth ? sql : "NOT \(sql)", from: self)
  }

  /// A condition that is false, or NULL for NULL.
  var neverTrue: SQLExpression {
    guard isNullable || isUnknowable else { return .constant(false) }
    return .condition("\(operand) <> \(operand)", from: self)
  }

  /// Returns a test for canonical equivalence, by plain equality if the constant allows it, because
  /// only that uses an index.
  private func equals(text: String) -> SQLExpression {
    .condition(CanonicalSpellings(text).isEqual(to: operand, isColumn: isColumn), from: self)
  }

  /// Adds index ranges to a condition that is true only for strings that begin with a constant.
  func narrowed(_ condition: SQLFragment, by constant: CanonicalSpellings) -> SQLFragment {
    isColumn ? constant.narrowed(condition, on: sql) : condition
  }

  /// Returns the condition that two values of the same Swift type are equal.
  func equals(_ other: SQLExpression, isOptional: Bool) throws(Untranslatable) -> SQLExpression {
    if case .opaque = other.type { throw Untranslatable("Equal", .type) }
    let left = isOptional ? self : try definite
    let right = isOptional ? other : try other.definite
    var (mine, sql) = (left.operand, right.operand)
    switch type {
    case .composite, .models, .someModel, .opaque: throw Untranslatable("Equal", .type)
    case .model, .identifier:
      guard left.type.referenced?.treeNumber == right.type.referenced?.treeNumber else {
        try left.requireKnown()
        try right.requireKnown()
        return left.neverEquals(right, isOptional: isOptional)
      }
    case .string, .url: (mine, sql) = (.comparable(mine), .inSwiftOrder(sql))
    default: break
    }
    let isNilPossible = isOptional && left.isNullable && right.isNullable
    guard isNilPossible else {
      let equal = SQLExpression.condition("\(mine) = \(sql)", from: left, right)
      guard type.isFloatingPoint else { return equal }
      var result = equal.and(isNumber: left)
      // If the left side is NaN, the result is false, even if the other side is unknowable.
      if result.isUnknowable { result.isNullable = true }
      return result
    }
    try left.requireKnown()
    try right.requireKnown()
    let same: SQLFragment = "\(mine) \(.isSame) \(sql)"
    return SQLExpression(
      sql: type.isFloatingPoint ? "(\(same) AND \(left.typed) \(.isNumberOrNull))" : same,
      type: .boolean, isNullable: false, isCondition: true)
  }

  /// Returns the inequality of models of different trees, which may have equal keys.
  private func neverEquals(_ other: SQLExpression, isOptional: Bool) -> SQLExpression {
    guard isOptional, isNullable, other.isNullable else { return .constant(false) }
    return .condition("(\(operand) IS NULL AND \(other.operand) IS NULL)")
  }

  /// Returns the condition, made false if `value` is NaN, which is stored as a BLOB and therefore
  /// sorts after all numbers.
  func and(isNumber value: SQLExpression) -> SQLExpression {
    var result = self
    result.sql = "(\(sql) AND \(value.typed) \(.isNumber))"
    // If the value is NaN, the result is false even if the other operand is NULL.
    result.strictVariables = value.strictVariables
    return result
  }
}

extension SQLType.Composite {
  /// Returns the condition that the leaves hold `value`, which must be nil or an enumeration's case
  /// without associated values.
  func equals<Value>(
    _ value: Value, node: StaticString
  ) throws(Untranslatable) -> SQLExpression {
    if StaticType.isNil(value) {
      let parts = leaves.map { leaf -> SQLFragment in "\(leaf.sql) IS NULL" }
      return SQLExpression(
        sql: "(\(parts.joined(separator: " AND ")))", type: .boolean, isNullable: false,
        isCondition: true)
    }
    guard Mirror(reflecting: (value as? any OptionalValue)?.wrappedValue ?? value).isPlainCase,
      let stored = columns.leafValues(of: value, at: keyPath), stored.count == leaves.count
    else { throw Untranslatable("\(node)", .type) }
    let parts = zip(leaves, stored).map { leaf, value -> SQLFragment in
      "\(leaf.sql) \(.isSame) \(value)"
    }
    return SQLExpression(
      sql: "(\(parts.joined(separator: " AND ")))", type: .boolean, isNullable: false,
      isCondition: true)
  }
}

extension Mirror {
  fileprivate var isPlainCase: Bool { displayStyle == .enum && children.isEmpty }
}

extension StaticType {
  static func isOptional(_ type: Any.Type) -> Bool { type is any OptionalValue.Type }

  static func isNil<Value>(_ value: Value) -> Bool {
    guard let optional = value as? any OptionalValue else { return false }
    return optional.wrappedValue == nil
  }
}
