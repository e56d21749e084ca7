import Foundation
import PredicateSQL

/// A node that combines conditions, or tests the elements of a sequence.
///
/// A store has a result even if a part is unknown because it unwraps nil. `a || b` is true if `b`
/// is, and an element for which the test is unknown does not match it. Foundation's `evaluate`
/// fails at the first such part; the condition is then evaluated again with these nodes.
protocol JoinedCondition {
  /// Whether the condition holds; nil if that is unknown.
  func truth(_ bindings: PredicateBindings) throws -> Bool?
}

extension Predicate {
  /// Whether the predicate holds, with parts that unwrap nil treated as unknown.
  ///
  /// - Throws: What evaluating it throws, except for unwrapping nil.
  func holds(_ input: repeat each Input) throws -> Bool {
    let predicate = unwrapped
    do {
      return try predicate.evaluate(repeat each input)
    } catch let error as PredicateError where error == .forceUnwrapFailure {
      var bindings = PredicateBindings()
      repeat bindings[each predicate.variable] = each input
      return try predicate.expression.truth(in: bindings) ?? false
    }
  }
}

extension PredicateExpression where Output == Bool {
  /// Whether the condition holds; nil if that is unknown.
  func truth(in bindings: PredicateBindings) throws -> Bool? {
    if let joined = self as? any JoinedCondition { return try joined.truth(bindings) }
    return try told { try evaluate(bindings) }
  }
}

/// Returns the result of `body`; nil if it unwraps nil.
private func told<Value>(_ body: () throws -> Value) throws -> Value? {
  do {
    return try body()
  } catch let error as PredicateError where error == .forceUnwrapFailure {
    return nil
  }
}

extension PredicateExpressions.Conjunction: JoinedCondition {
  func truth(_ bindings: PredicateBindings) throws -> Bool? {
    let left = try lhs.truth(in: bindings)
    if left == false { return false }
    let right = try rhs.truth(in: bindings)
    return right == false ? false : left == nil ? nil : right
  }
}

extension PredicateExpressions.Disjunction: JoinedCondition {
  func truth(_ bindings: PredicateBindings) throws -> Bool? {
    let left = try lhs.truth(in: bindings)
    if left == true { return true }
    let right = try rhs.truth(in: bindings)
    return right == true ? true : left == nil ? nil : right
  }
}

extension PredicateExpressions.Negation: JoinedCondition {
  func truth(_ bindings: PredicateBindings) throws -> Bool? {
    try wrapped.truth(in: bindings).map { !$0 }
  }
}

extension PredicateExpressions.Conditional: JoinedCondition where Output == Bool {
  func truth(_ bindings: PredicateBindings) throws -> Bool? {
    guard let test = try test.truth(in: bindings) else { return nil }
    return try test ? trueBranch.truth(in: bindings) : falseBranch.truth(in: bindings)
  }
}

extension PredicateExpressions.ResolvedConditional: JoinedCondition where Then.Output == Bool {
  func truth(_ bindings: PredicateBindings) throws -> Bool? {
    switch self {
    case .then(let branch): try branch.truth(in: bindings)
    case .otherwise(let branch): try branch.truth(in: bindings)
    }
  }
}

extension PredicateExpressions.SequenceContainsWhere: JoinedCondition {
  func truth(_ bindings: PredicateBindings) throws -> Bool? {
    guard let elements = try told({ try sequence.evaluate(bindings) }) else { return nil }
    var bindings = bindings
    return try elements.contains { element in
      bindings[variable] = element
      return try test.truth(in: bindings) == true
    }
  }
}

extension PredicateExpressions.SequenceAllSatisfy: JoinedCondition {
  func truth(_ bindings: PredicateBindings) throws -> Bool? {
    guard let elements = try told({ try sequence.evaluate(bindings) }) else { return nil }
    var bindings = bindings
    return try elements.allSatisfy { element in
      bindings[variable] = element
      return try test.truth(in: bindings) == true
    }
  }
}

extension PredicateExpressions.PredicateEvaluate: JoinedCondition {
  func truth(_ bindings: PredicateBindings) throws -> Bool? {
    let inner = try told {
      let predicate = try predicate.evaluate(bindings).unwrapped
      var inner = PredicateBindings()
      repeat inner[each predicate.variable] = try (each input).evaluate(bindings)
      return (predicate, inner)
    }
    return try inner.flatMap { predicate, bindings in
      try predicate.expression.truth(in: bindings)
    }
  }
}

extension PredicateExpressions.ExpressionEvaluate: JoinedCondition where Output == Bool {
  func truth(_ bindings: PredicateBindings) throws -> Bool? {
    let inner = try told {
      let expression = try expression.evaluate(bindings)
      var inner = PredicateBindings()
      repeat inner[each expression.variable] = try (each input).evaluate(bindings)
      return (expression, inner)
    }
    return try inner.flatMap { expression, bindings in
      try expression.expression.truth(in: bindings)
    }
  }
}
