import Foundation
import SQLCore

extension PredicateExpressions.StringCompare: SQLTranslatable {
  func translated(in context: inout TranslationContext) throws(Untranslatable) -> Translation {
    try context.compare(root, other, .compare, node: "StringCompare")
  }
}

extension PredicateExpressions.StringCaseInsensitiveCompare: SQLTranslatable {
  func translated(in context: inout TranslationContext) throws(Untranslatable) -> Translation {
    try context.compare(
      root, other, .caseInsensitiveCompare, node: "StringCaseInsensitiveCompare")
  }
}

extension PredicateExpressions.StringLocalizedCompare: SQLTranslatable {
  func translated(in context: inout TranslationContext) throws(Untranslatable) -> Translation {
    try context.compare(root, other, .localizedCompare, node: "StringLocalizedCompare")
  }
}

extension PredicateExpressions.StringLocalizedStandardCompare: SQLTranslatable {
  func translated(in context: inout TranslationContext) throws(Untranslatable) -> Translation {
    try context.compare(
      root, other, .localizedStandardCompare, node: "StringLocalizedStandardCompare")
  }
}

extension PredicateExpressions.StringLocalizedCaseInsensitiveCompare: SQLTranslatable {
  func translated(in context: inout TranslationContext) throws(Untranslatable) -> Translation {
    try context.compare(
      root, other, .localizedCaseInsensitiveCompare, node: "StringLocalizedCaseInsensitiveCompare")
  }
}

extension TranslationContext {
  /// Translates a comparison of two strings to a function that returns the raw value of the result.
  fileprivate mutating func compare<Root: PredicateExpression, Other: PredicateExpression>(
    _ root: Root, _ other: Other, _ function: SQLFunction, node: StaticString
  ) throws(Untranslatable) -> Translation {
    guard let (text, other) = try strings(root, other, node: node) else { return .constant }
    let call = function.call(text.sql, other.sql)
    return .sql(.strict(call, .enumeration(ComparisonResult.self), from: [text, other]))
  }

  /// Translates a test of two strings to a function.
  mutating func test<Root: PredicateExpression, Other: PredicateExpression>(
    _ root: Root, _ other: Other, _ function: SQLFunction, node: StaticString
  ) throws(Untranslatable) -> Translation {
    guard let (text, other) = try strings(root, other, node: node) else { return .constant }
    return .sql(.condition(function.call(text.sql, other.sql), from: text, other))
  }

  /// Translates two strings; nil if neither depends on the row.
  private mutating func strings<Root: PredicateExpression, Other: PredicateExpression>(
    _ root: Root, _ other: Other, node: StaticString
  ) throws(Untranslatable) -> (SQLExpression, SQLExpression)? {
    guard let (root, other) = try operands(root, other) else { return nil }
    guard case .string = StaticType(Root.Output.self).type,
      case .string = StaticType(Other.Output.self).type
    else { throw Untranslatable("\(node)", .type) }
    let text = try expression(root, as: .string, for: node)
    return (text, try expression(other, as: .string, for: node))
  }
}
