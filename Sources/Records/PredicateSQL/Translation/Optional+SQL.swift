import Foundation
import SQLCore

extension PredicateExpressions.OptionalFlatMap: SQLTranslatable {
  func translated(in context: inout TranslationContext) throws(Untranslatable) -> Translation {
    guard case .sql(let wrapped) = try context.translate(wrapped) else {
      return try transformOfConstant(in: &context)
    }
    var unwrapped = wrapped
    unwrapped.isNullable = false
    unwrapped.isUnknowable = false
    unwrapped.strictVariables.append(variable.key)
    context.define(variable.key, as: .sql(unwrapped))
    defer { context.undefine(variable.key) }
    let operand = try context.operand(transform)
    if case .sql(var result) = operand, case .composite = result.type {
      result.isUnknowable = result.isUnknowable || wrapped.isUnknowable
      return .sql(result)
    }
    if case .sql(let result) = operand, case .models = result.type {
      return .sql(try passed(result, over: wrapped))
    }
    let result = try context.expression(
      operand, as: StaticType(Result.self).type, for: "OptionalFlatMap")
    return .sql(try lifted(result, over: wrapped))
  }

  /// Returns the transformed value; NULL if the wrapped value is nil.
  private func lifted(
    _ transformed: SQLExpression, over wrapped: SQLExpression
  ) throws(Untranslatable) -> SQLExpression {
    var result = try transformed.promoted
    // The other side of a comparison may also be a constant, so this side needs a type.
    if result.sql.isValue { result.sql = result.typed }
    let mayBeNull = wrapped.isNullable || wrapped.isUnknowable
    if mayBeNull, !result.strictVariables.contains(variable.key) {
      if case .model = result.type { throw Untranslatable("OptionalFlatMap", .type) }
      result.sql = "CASE WHEN \(try wrapped.presence) THEN \(result.typed) END"
      result.isColumn = false
      result.strictVariables.append(variable.key)
    }
    return substituting(wrapped, in: result)
  }

  /// Returns models that exist only if `wrapped` is not nil.
  private func passed(
    _ models: SQLExpression, over wrapped: SQLExpression
  ) throws(Untranslatable) -> SQLExpression {
    let mayBeNull = wrapped.isNullable || wrapped.isUnknowable
    guard !mayBeNull || models.strictVariables.contains(variable.key) else {
      throw Untranslatable("OptionalFlatMap", .type)
    }
    return substituting(wrapped, in: models)
  }

  /// Replaces the properties that come from the variable with those of `wrapped`.
  private func substituting(
    _ wrapped: SQLExpression, in transformed: SQLExpression
  ) -> SQLExpression {
    var result = transformed
    result.isNullable = result.isNullable || wrapped.isNullable
    result.isUnknowable = result.isUnknowable || wrapped.isUnknowable
    let isStrict = result.strictVariables.contains(variable.key)
    result.strictVariables.removeAll { $0 == variable.key }
    if isStrict { result.strictVariables.append(contentsOf: wrapped.strictVariables) }
    return result
  }

  private func transformOfConstant(
    in context: inout TranslationContext
  ) throws(Untranslatable) -> Translation {
    guard let value = try context.value(of: wrapped) else { return .constant }
    context.define(variable.key, as: .constant)
    context.bindings[variable] = value
    defer {
      context.undefine(variable.key)
      context.bindings[variable] = nil
    }
    guard case .sql(let result) = try context.translate(transform) else { return .constant }
    return .sql(try result.promoted)
  }
}

/// A node that transforms an optional, with nil as the result for nil.
protocol PartlyTransforming {
  /// Returns a condition for the rows whose result may be true.
  func partlyTransformed(in context: inout TranslationContext) -> PartialCondition?
}

extension PredicateExpressions.OptionalFlatMap: PartlyTransforming {
  func partlyTransformed(in context: inout TranslationContext) -> PartialCondition? {
    guard let partly = transform as? any PartlyTranslatable,
      case .sql(let wrapped)? = try? context.translate(wrapped)
    else { return nil }
    var unwrapped = wrapped
    unwrapped.isNullable = false
    unwrapped.isUnknowable = false
    unwrapped.strictVariables.append(variable.key)
    context.define(variable.key, as: .sql(unwrapped))
    defer { context.undefine(variable.key) }
    guard let part = context.deeper({ partly.partlyTranslated(in: &$0) }) else { return nil }
    return PartialCondition(
      condition: part.condition.map { substituting(wrapped, in: $0) }, isExact: false,
      obstacle: part.obstacle)
  }
}

extension PredicateExpressions.NilCoalesce: CandidateTelling {
  /// Returns the partial condition of the left side, because NULL means false in a condition.
  func partlyTranslated(in context: inout TranslationContext) -> PartialCondition {
    let nothing = PartialCondition(isExact: false, obstacle: Untranslatable("NilCoalesce"))
    guard let partly = lhs as? any PartlyTransforming, context.isConstant(rhs, false) else {
      return nothing
    }
    return partly.partlyTransformed(in: &context) ?? nothing
  }
}

extension TranslationContext {
  /// Returns whether the node is a Boolean that does not depend on the row.
  mutating func isConstant<Node: PredicateExpression>(_ node: Node, _ truth: Bool) -> Bool {
    guard case .constant? = try? translate(node), let value = try? value(of: node) else {
      return false
    }
    return value as? Bool == truth
  }
}

extension PredicateExpressions.NilCoalesce: SQLTranslatable {
  func translated(in context: inout TranslationContext) throws(Untranslatable) -> Translation {
    switch try context.translate(lhs) {
    case .constant:
      if try context.value(of: lhs) != nil { return .constant }
      return try context.translate(rhs)
    case .sql(let left):
      let right = try context.operand(rhs)
      if case .value(let value) = right, value as? Bool == false {
        // NULL means false in a condition, so the right side is not needed.
        return .sql(left.condition)
      }
      let type = StaticType(LHS.Output.self).type
      let fallback = try context.expression(right, as: type, for: "NilCoalesce").definite
      return .sql(try left.coalesced(with: fallback))
    }
  }
}

extension PredicateExpressions.ForcedUnwrap: SQLTranslatable {
  /// Translates the unwrapped value, which is NULL for nil and makes everything that depends on it
  /// unknowable.
  func translated(in context: inout TranslationContext) throws(Untranslatable) -> Translation {
    guard case .sql(var value) = try context.translate(inner) else { return .constant }
    value.isUnknowable = value.isUnknowable || value.isNullable
    value.isNullable = false
    return .sql(value)
  }
}

extension SQLExpression {
  /// The condition that the value is not nil.
  fileprivate var presence: SQLFragment {
    get throws(Untranslatable) {
      switch type {
      case .composite(let composite):
        return composite.leaves
          .map { leaf -> SQLFragment in "\(leaf.sql) IS NOT NULL" }
          .joined(separator: " OR ")
      case .models: return sql
      case .opaque: throw Untranslatable("OptionalFlatMap", .type)
      default: return "\(operand) IS NOT NULL"
      }
    }
  }

  func coalesced(with fallback: SQLExpression) throws(Untranslatable) -> SQLExpression {
    guard type.isScalar, fallback.type.isScalar else {
      throw Untranslatable("NilCoalesce", .type)
    }
    try requireKnown()
    return SQLExpression(
      sql: "coalesce(\(typed), \(fallback.typed))", type: type, isNullable: fallback.isNullable,
      strictVariables: strictVariables.filter(fallback.strictVariables.contains),
      isUnknowable: fallback.isUnknowable)
  }
}
