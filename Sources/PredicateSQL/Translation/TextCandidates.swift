import Foundation
import SQLCore

/// What is looked for in a text of a row.
enum TextTest {
  case contains, isEqual, startsWith, endsWith
}

/// A node that makes another text of a text of a row.
protocol FoldedText {
  /// The text of the row; nil where it cannot be told.
  func folded(in context: inout TranslationContext) -> SQLExpression?
  /// What makes the same of a text of ASCII alone.
  var asciiFunction: String { get }
}

extension PredicateExpressions.StringLowercased: FoldedText {
  func folded(in context: inout TranslationContext) -> SQLExpression? { context.rowText(root) }
  var asciiFunction: String { "lower" }
}

extension PredicateExpressions.StringUppercased: FoldedText {
  func folded(in context: inout TranslationContext) -> SQLExpression? { context.rowText(root) }
  var asciiFunction: String { "upper" }
}

// A database that cannot call Swift's functions does not know where characters end, nor how a locale folds them. What
// it can say holds for every row that is wanted and for few others, which are told apart in memory: the bytes of a
// part are among those of the text once both are in normal form, since nothing is composed across the end of a
// character; and of texts of ASCII alone it knows all.
extension TranslationContext {
  /// Rows whose text may pass a test.
  mutating func candidates<Text: PredicateExpression, Part: PredicateExpression>(
    _ text: Text, _ test: TextTest, _ part: Part, node: StaticString
  ) -> PartialCondition {
    var result = PartialCondition(isExact: false, obstacle: Untranslatable("\(node)"))
    guard tellsCandidates, let part = constantText(part) else { return result }
    if let folded = text as? any FoldedText {
      guard let row = folded.folded(in: &self) else { return result }
      let sql = Self.ascii(row, folded.asciiFunction, test, part)
      result.condition = .condition(sql, from: row)
    } else if test != .isEqual, let row = rowText(text) {
      let sql = Self.test(
        .inSwiftOrder(row.operand), test, .inSwiftOrder(.value(.text(part))))
      let isPrefix = test == .startsWith
      result.condition = .condition(
        isPrefix ? row.narrowed(sql, by: CanonicalSpellings(part)) : sql, from: row)
    }
    return result
  }

  /// Rows whose text may contain another one as people of some place see it.
  mutating func localizedCandidates<Text: PredicateExpression, Part: PredicateExpression>(
    _ text: Text, _ part: Part, node: StaticString
  ) -> PartialCondition {
    var result = PartialCondition(isExact: false, obstacle: Untranslatable("\(node)"))
    // What else is folded to ASCII is not known.
    guard tellsCandidates, let part = constantText(part), part.utf8.allSatisfy({ $0 < 0x80 }),
      let row = rowText(text)
    else { return result }
    let sql = Self.ascii(row, "lower", .contains, part.lowercased())
    result.condition = .condition(sql, from: row)
    return result
  }

  /// A test of a text of ASCII alone, which holds for all others.
  private static func ascii(
    _ row: SQLExpression, _ function: String, _ test: TextTest, _ part: String
  ) -> SQLFragment {
    let folded: SQLFragment = "\(raw: function)(\(row.operand)\(.byBytes))"
    let found = Self.test(folded, test, .inSwiftOrder(.value(.text(part))))
    return "(octet_length(\(row.operand)) <> char_length(\(row.operand)) OR \(found))"
  }

  private static func test(
    _ text: SQLFragment, _ test: TextTest, _ part: SQLFragment
  ) -> SQLFragment {
    switch test {
    case .contains: "strpos(\(text), \(part)) > 0"
    case .isEqual: "\(text) = \(part)"
    case .startsWith: "starts_with(\(text), \(part))"
    case .endsWith: "right(\(text), char_length(\(part))) = \(part)"
    }
  }

  /// A text that is in the row; nil where it is none, or cannot be told.
  mutating func rowText<Node: PredicateExpression>(_ node: Node) -> SQLExpression? {
    guard case .sql(let text)? = try? translate(node), case .string = text.type else { return nil }
    return text
  }

  /// A text that does not depend on the row, and that a database can hold.
  private mutating func constantText<Node: PredicateExpression>(_ node: Node) -> String? {
    guard case .constant? = try? translate(node), let value = try? value(of: node) else {
      return nil
    }
    let text: String? =
      switch value {
      case let text as String: text
      case let text as Substring: String(text)
      case let character as Character: String(character)
      default: nil
      }
    return text.flatMap { $0.utf8.contains(0) ? nil : $0 }
  }
}

// MARK: Nodes

extension PredicateExpressions.CollectionContainsCollection: CandidateTelling {
  func partlyTranslated(in context: inout TranslationContext) -> PartialCondition {
    context.candidates(base, .contains, other, node: "CollectionContainsCollection")
  }
}

extension PredicateExpressions.SequenceContains: CandidateTelling {
  func partlyTranslated(in context: inout TranslationContext) -> PartialCondition {
    context.candidates(sequence, .contains, element, node: "SequenceContains")
  }
}

extension PredicateExpressions.SequenceStartsWith: CandidateTelling {
  func partlyTranslated(in context: inout TranslationContext) -> PartialCondition {
    context.candidates(base, .startsWith, prefix, node: "SequenceStartsWith")
  }
}

extension PredicateExpressions.StringHasPrefix: CandidateTelling {
  func partlyTranslated(in context: inout TranslationContext) -> PartialCondition {
    context.candidates(root, .startsWith, other, node: "StringHasPrefix")
  }
}

extension PredicateExpressions.StringHasSuffix: CandidateTelling {
  func partlyTranslated(in context: inout TranslationContext) -> PartialCondition {
    context.candidates(root, .endsWith, other, node: "StringHasSuffix")
  }
}

extension PredicateExpressions.StringLocalizedStandardContains: CandidateTelling {
  func partlyTranslated(in context: inout TranslationContext) -> PartialCondition {
    context.localizedCandidates(root, other, node: "StringLocalizedStandardContains")
  }
}

extension PredicateExpressions.StringLocalizedCaseInsensitiveContains: CandidateTelling {
  func partlyTranslated(in context: inout TranslationContext) -> PartialCondition {
    context.localizedCandidates(root, other, node: "StringLocalizedCaseInsensitiveContains")
  }
}
