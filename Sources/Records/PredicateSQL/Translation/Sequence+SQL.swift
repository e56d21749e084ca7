import Foundation
import SQLCore

extension PredicateExpressions.SequenceContains: SQLTranslatable {
  func translated(in context: inout TranslationContext) throws(Untranslatable) -> Translation {
    guard let operands = try context.operands(sequence, element) else { return .constant }
    switch operands {
    case (.value(let sequence), .sql(let element)):
      if let range = sequence as? any BoundedRange, !StaticType.isOptional(RHS.Output.self) {
        return .sql(try range.contains(element, in: context))
      }
      return .sql(try element.isContained(in: sequence, context))
    case (.sql(let whole), let element):
      switch whole.type {
      case .string:
        let part = try context.expression(element, as: .string, for: "SequenceContains")
        return .sql(.condition(SQLFunction.contains.call(whole.sql, part.sql), from: whole, part))
      case .models(let rows): return .sql(try rows.contains(element, of: whole, in: context))
      default: throw Untranslatable("SequenceContains")
      }
    case (.value, .value): return .constant
    }
  }
}

extension PredicateExpressions.SequenceContainsWhere: SQLTranslatable {
  func translated(in context: inout TranslationContext) throws(Untranslatable) -> Translation {
    try context.translateElements(
      of: sequence, variable, test, keyword: "OR", node: "SequenceContainsWhere")
  }
}

extension PredicateExpressions.SequenceAllSatisfy: SQLTranslatable {
  func translated(in context: inout TranslationContext) throws(Untranslatable) -> Translation {
    try context.translateElements(
      of: sequence, variable, test, keyword: "AND", node: "SequenceAllSatisfy")
  }
}

extension TranslationContext {
  /// The maximum number of elements of a captured collection that are tested one by one.
  private static let elementLimit = 100

  /// Translates the test of every element of a captured sequence, joined by AND or OR.
  fileprivate mutating func translateElements<
    Elements: PredicateExpression, Test: PredicateExpression
  >(
    of sequence: Elements,
    _ variable: PredicateExpressions.Variable<Elements.Output.Element>, _ test: Test,
    keyword: String, node: StaticString
  ) throws(Untranslatable) -> Translation
  where Elements.Output: Sequence, Test.Output == Bool {
    if case .sql(let whole) = try translate(sequence) {
      guard case .models(let rows) = whole.type else { throw Untranslatable("\(node)") }
      let selection = rows.selection()
      let test = try self.test(test, of: variable, on: selection)
      let result = keyword == "OR" ? selection.contains(test) : try selection.allSatisfy(test)
      return .sql(result.guarded(over: whole))
    }
    let elements = Array(try value(of: sequence).prefix(Self.elementLimit + 1))
    guard elements.count <= Self.elementLimit else { throw Untranslatable("\(node)", .tooDeep) }
    define(variable.key, as: .constant)
    defer {
      undefine(variable.key)
      bindings[variable] = nil
    }
    let absorbing = keyword == "OR"
    var parts: [SQLExpression] = []
    for element in elements {
      bindings[variable] = element
      switch try condition(test) {
      case .sql(let test):
        parts.append(test.isUnknowable ? test.condition.collapsed : test.condition)
      case .value(absorbing):
        return .sql(.constant(absorbing, in: SQLExpression.balanced(keyword, parts[...])))
      case .value: continue
      }
    }
    return .sql(SQLExpression.balanced(keyword, parts[...]) ?? .constant(!absorbing))
  }
}

extension SQLExpression {
  /// Joins the conditions in a balanced tree, so that the expression stays shallow; nil if there
  /// are none.
  fileprivate static func balanced(
    _ keyword: String, _ parts: ArraySlice<SQLExpression>
  ) -> SQLExpression? {
    guard parts.count > 1 else { return parts.first }
    let middle = parts.startIndex + parts.count / 2
    guard let left = balanced(keyword, parts[..<middle]),
      let right = balanced(keyword, parts[middle...])
    else { return nil }
    return .logical(keyword, left, right)
  }
}

extension PredicateExpressions.SequenceStartsWith: SQLTranslatable {
  func translated(in context: inout TranslationContext) throws(Untranslatable) -> Translation {
    guard let (text, prefix) = try context.operands(base, prefix) else { return .constant }
    return .sql(
      try context.startsWith(text, prefix, by: .startsWith, node: "SequenceStartsWith"))
  }
}

extension TranslationContext {
  /// Returns the condition that a string begins with the characters of another.
  func startsWith<Base, Prefix>(
    _ base: Operand<Base>, _ prefix: Operand<Prefix>, by function: SQLFunction,
    node: StaticString
  ) throws(Untranslatable) -> SQLExpression {
    guard case .string = StaticType(Base.self).type, case .string = StaticType(Prefix.self).type
    else { throw Untranslatable("\(node)", .type) }
    let text = try expression(base, as: .string, for: node)
    let start = try expression(prefix, as: .string, for: node)
    let exact = SQLExpression.condition(
      function.call(text.sql, start.sql), from: text, start)
    guard case .value(let value) = prefix,
      case .text(let constant) = try sqlValue(of: value, as: .string, for: node)
    else { return exact }
    return .condition(text.narrowed(exact.sql, by: CanonicalSpellings(constant)), from: text)
  }
}
