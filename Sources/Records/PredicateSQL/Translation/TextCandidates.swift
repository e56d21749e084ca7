import Foundation
import SQLCore

/// A test of a row's text.
package enum TextTest {
  case contains, isEqual, startsWith, endsWith

  /// Returns a condition for rows whose text may pass the test; which of them do has to be tested
  /// afterwards.
  ///
  /// - Parameters:
  ///   - text: The text of the row.
  ///   - part: The text to look for, which the database must be able to store.
  /// - Returns: A condition that is true for every matching row.
  package func candidates(_ text: SQLFragment, _ part: String) -> SQLFragment {
    finds(.inSwiftOrder(.value(.text(part))), in: .inSwiftOrder(text))
  }

  /// Returns a condition for rows whose text may contain a substring by the rules of a locale; nil
  /// if there is none.
  package static func localizedCandidates(_ text: SQLFragment, _ part: String) -> SQLFragment? {
    // It is unknown which other characters are folded to ASCII.
    guard part.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
    return TextTest.contains.ofASCII(text, "lower", part.lowercased())
  }

  /// Returns the test for texts of only ASCII; the condition is true for all other texts.
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

/// A node that converts the case of a row's text.
protocol FoldedText {
  /// Returns the text of the row; nil if it cannot be translated.
  func folded(in context: inout TranslationContext) -> SQLExpression?
  /// The SQL function that performs the same conversion on ASCII.
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

// A database that cannot call Swift functions knows neither the boundaries of characters nor the
// case folding of a locale. Its conditions are true for every matching row and for few others,
// which are then filtered in memory. Once both are normalized, the bytes of a substring are among
// those of the text, because nothing composes across the boundary of a character. For texts of only
// ASCII the result is exact.
extension TranslationContext {
  /// Returns a condition for rows whose text may pass a test.
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

  /// Returns a condition for rows whose text may contain another by the rules of a locale.
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

  /// Returns a text that depends on the row; nil if it does not, or cannot be translated.
  mutating func rowText<Node: PredicateExpression>(_ node: Node) -> SQLExpression? {
    guard case .sql(let text)? = try? translate(node), case .string = text.type else { return nil }
    return text
  }

  /// Returns a text that does not depend on the row, and that a database can store.
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
