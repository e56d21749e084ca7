import Foundation
import SQLCore

/// What is looked for in a text of a row.
package enum TextTest {
  case contains, isEqual, startsWith, endsWith

  /// Rows whose text may pass the test, for whoever tells which of them do.
  ///
  /// - Parameters:
  ///   - text: The text of the row.
  ///   - part: What is looked for, which a database can hold.
  /// - Returns: The condition, which holds for every row that is wanted.
  package func candidates(_ text: SQLFragment, _ part: String) -> SQLFragment {
    finds(.inSwiftOrder(.value(.text(part))), in: .inSwiftOrder(text))
  }

  /// Rows whose text may contain a part as people of some place see it; nil where nothing is known of them.
  package static func localizedCandidates(_ text: SQLFragment, _ part: String) -> SQLFragment? {
    // What else is folded to ASCII is not known.
    guard part.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
    return TextTest.contains.ofASCII(text, "lower", part.lowercased())
  }

  /// The test of a text of ASCII alone, which holds for all others.
  func ofASCII(_ text: SQLFragment, _ function: String, _ part: String) -> SQLFragment {
    let folded: SQLFragment = "\(raw: function)(\(text)\(.byBytes))"
    let found = finds(.inSwiftOrder(.value(.text(part))), in: folded)
    return "(octet_length(\(text)) <> char_length(\(text)) OR \(found))"
  }

  private func finds(_ part: SQLFragment, in text: SQLFragment) -> SQLFragment {
    switch self {
    case .contains: "strpos(\(text), \(part)) > 0"
    case .isEqual: "\(text) = \(part)"
    case .startsWith: "starts_with(\(text), \(part))"
    case .endsWith: "right(\(text), char_length(\(part))) = \(part)"
    }
  }
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
      let sql = test.ofASCII(row.operand, folded.asciiFunction, part)
      result.condition = .condition(sql, from: row)
    } else if test != .isEqual, let row = rowText(text) {
      let sql = test.candidates(row.operand, part)
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
    guard tellsCandidates, let part = constantText(part), let row = rowText(text),
      let sql = TextTest.localizedCandidates(row.operand, part)
    else { return result }
    result.condition = .condition(sql, from: row)
    return result
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
