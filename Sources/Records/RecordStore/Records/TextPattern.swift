import CoreDataFormat
import Foundation
import PredicateSQL
import SQLCore
import SQLiteDriver

/// A pattern for whole texts: with wildcards, or a regular expression.
package struct TextPattern: Hashable, Sendable {
  package enum Form: Hashable, Sendable {
    /// `?` matches one character, `*` any number; a backslash escapes both.
    case wildcards
    /// A regular expression of `NSRegularExpression`.
    case expression
  }

  package let form: Form
  package let text: String
  package let ignoresCase: Bool

  /// Creates a pattern from its text.
  ///
  /// - Returns: Nil for an invalid regular expression.
  package init?(_ form: Form, _ text: String, ignoresCase: Bool = false) {
    (self.form, self.text, self.ignoresCase) = (form, text, ignoresCase)
    guard expression != nil else { return nil }
  }

  /// The pattern as a regular expression.
  var expression: NSRegularExpression? {
    var options: NSRegularExpression.Options = ignoresCase ? [.caseInsensitive] : []
    if form == .wildcards { options.insert(.dotMatchesLineSeparators) }
    return try? NSRegularExpression(pattern: "\\A(?:\(source))\\z", options: options)
  }

  private var source: String {
    guard form == .wildcards else { return text }
    var result = ""
    var isEscaped = false
    for character in text {
      switch character {
      case "\\" where !isEscaped:
        isEscaped = true
        continue
      case "*" where !isEscaped: result += ".*"
      case "?" where !isEscaped: result += "."
      default: result += NSRegularExpression.escapedPattern(for: String(character))
      }
      isEscaped = false
    }
    return result + (isEscaped ? "\\\\" : "")
  }
}

/// Tests texts against a pattern.
struct PatternMatcher {
  private let expression: NSRegularExpression?

  init(_ pattern: TextPattern) { expression = pattern.expression }

  func matches(_ text: String) -> Bool {
    let range = NSRange(text.startIndex..., in: text)
    return expression?.firstMatch(in: text, range: range) != nil
  }
}

extension RecordConditionSQL {
  /// Returns the keys of rows whose text matches a pattern, for which databases have no
  /// expressions.
  ///
  /// Executes one statement, which reads all texts.
  func keys(of row: Row, whose text: SQLFragment, _ pattern: TextPattern) throws -> [Int64] {
    let matcher = PatternMatcher(pattern)
    let query: SQLFragment = """
      SELECT \(row.key), \(text) FROM \(.table(row.entity.table.table)) AS \(.table(row.table)) \
      WHERE \(text) IS NOT NULL
      """
    return try session.read(query) { statement in
      var keys: [Int64] = []
      while let key = try statement.nextKey() {
        if let text = statement.row.value(1).text, matcher.matches(text) { keys.append(key) }
      }
      return keys
    }
  }
}
