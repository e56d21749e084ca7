import Foundation
import SQLCore

/// A predicate node whose SQL depends on constants only through its parameters.
///
/// A node conforms if all its children do. So one look at the type of a predicate shows whether it
/// has a fingerprint, and describing it calls each node directly.
protocol FingerprintedExpression: PredicateExpression, SQLTranslatable {
  /// Adds what the type of the node does not already determine.
  func describe(to reader: FingerprintReader)
}

extension PredicateExpressions.Variable: FingerprintedExpression {
  func describe(to reader: FingerprintReader) {}
}

extension PredicateExpressions.KeyPath: FingerprintedExpression
where Root: FingerprintedExpression {
  func describe(to reader: FingerprintReader) {
    reader.add(keyPath)
    root.describe(to: reader)
  }
}

extension PredicateExpressions.Equal: FingerprintedExpression
where LHS: FingerprintedExpression, RHS: FingerprintedExpression {
  func describe(to reader: FingerprintReader) {
    lhs.describe(to: reader)
    rhs.describe(to: reader)
  }
}

extension PredicateExpressions.NotEqual: FingerprintedExpression
where LHS: FingerprintedExpression, RHS: FingerprintedExpression {
  func describe(to reader: FingerprintReader) {
    lhs.describe(to: reader)
    rhs.describe(to: reader)
  }
}

extension PredicateExpressions.Comparison: FingerprintedExpression
where LHS: FingerprintedExpression, RHS: FingerprintedExpression {
  func describe(to reader: FingerprintReader) {
    switch op {
    case .lessThan: reader.add(0)
    case .lessThanOrEqual: reader.add(1)
    case .greaterThan: reader.add(2)
    case .greaterThanOrEqual: reader.add(3)
    }
    lhs.describe(to: reader)
    rhs.describe(to: reader)
  }
}

extension PredicateExpressions.Conjunction: FingerprintedExpression
where LHS: FingerprintedExpression, RHS: FingerprintedExpression {
  func describe(to reader: FingerprintReader) {
    lhs.describe(to: reader)
    rhs.describe(to: reader)
  }
}

extension PredicateExpressions.Disjunction: FingerprintedExpression
where LHS: FingerprintedExpression, RHS: FingerprintedExpression {
  func describe(to reader: FingerprintReader) {
    lhs.describe(to: reader)
    rhs.describe(to: reader)
  }
}

extension PredicateExpressions.Negation: FingerprintedExpression
where Wrapped: FingerprintedExpression {
  func describe(to reader: FingerprintReader) { wrapped.describe(to: reader) }
}

extension PredicateExpressions.OptionalPromotion: FingerprintedExpression
where Wrapped: FingerprintedExpression {
  func describe(to reader: FingerprintReader) { wrapped.describe(to: reader) }
}

extension PredicateExpressions.Value: FingerprintedExpression {
  /// Adds the constant; Booleans, and whether there is a value, are part of the fingerprint,
  /// because they change the text of the SQL.
  func describe(to reader: FingerprintReader) {
    func constant<Constant: SQLScalar>(_ type: Constant.Type) {
      reader.add(constant: unsafeBitCast(value, to: Constant.self).sqlValue)
    }
    // Comparing metatypes costs one instruction each; a cast costs a lookup.
    if Output.self == String.self {
      describe(unsafeBitCast(value, to: String.self), to: reader)
    } else if Output.self == UUID.self {
      constant(UUID.self)
    } else if Output.self == Int.self {
      constant(Int.self)
    } else if Output.self == Date.self {
      let date = unsafeBitCast(value, to: Date.self)
      // Other dates have to be compared in memory if the database cannot represent them.
      let isPlain = date.isTimestamp && date.timeIntervalSinceReferenceDate.isFinite
      if isPlain { reader.add(constant: .date(date)) } else { reader.giveUp() }
    } else if Output.self == Double.self {
      describe(unsafeBitCast(value, to: Double.self), to: reader)
    } else if Output.self == Bool.self {
      reader.add(unsafeBitCast(value, to: Bool.self) ? 1 : 0)
    } else if Output.self == Int32.self {
      constant(Int32.self)
    } else if Output.self == Int64.self {
      constant(Int64.self)
    } else if Output.self == Int16.self {
      constant(Int16.self)
    } else {
      reader.giveUp()
    }
  }

  /// Adds a string; gives up if SQL has to look for several spellings of it, or if a database may
  /// not accept its NUL.
  private func describe(_ text: String, to reader: FingerprintReader) {
    let isPlain = !text.isEmpty && CanonicalSpellings.isOnlyOne(text, besides: 0)
    if isPlain { reader.add(constant: .text(text)) } else { reader.giveUp() }
  }

  private func describe(_ number: Double, to reader: FingerprintReader) {
    if number.isFinite { reader.add(constant: .real(number)) } else { reader.giveUp() }
  }
}
