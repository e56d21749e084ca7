import CoreDataFormat
import Foundation
import PredicateSQL
import SQLCore

/// Finds the rows whose texts pass a test, for a database that cannot call Swift's functions.
///
/// It gives the rows that may pass; what they hold is told in memory, and nothing but their keys is kept.
struct RecordTextSearch {
  private let engine: RecordEngine

  init(_ engine: RecordEngine) { self.engine = engine }

  /// The keys of the rows of a table whose text passes a test.
  ///
  /// Executes one statement, which reads the texts that may.
  ///
  /// - Parameters:
  ///   - row: The table, under the name that `text` has for it.
  ///   - text: The text of a row; NULL for none, which passes no test.
  ///   - test: The test.
  ///   - part: What is looked for.
  /// - Returns: The keys, in no order.
  /// - Throws: What the store throws.
  func keys(
    of row: RecordConditionSQL.Row, whose text: SQLFragment, _ test: RecordCondition.TextTest,
    _ part: String
  ) throws -> [Int64] {
    let found = SQLFragment.column("text", of: "found")
    let table = row.entity.table.table
    let alias: SQLFragment = row.table == table ? "" : " AS \(.table(row.table))"
    var query: SQLFragment = """
      SELECT \(.column("key", of: "found")), \(found) FROM (SELECT \(row.key) AS \(name: "key"), \
      \(text) AS \(name: "text") FROM \(.table(table))\(alias)) \
      AS \(name: "found") WHERE \(found) IS NOT NULL
      """
    if let candidates = test.candidates(found, part, engine.session.connection.features) {
      query.append(" AND \(candidates)")
    }
    return try engine.session.read(query) { statement in
      var keys: [Int64] = []
      while let key = try statement.nextKey() {
        guard test.function.body([statement.row.value(1), .text(part)]) == .bool(true) else {
          continue
        }
        keys.append(key)
      }
      return keys
    }
  }
}

extension RecordCondition.TextTest {
  var function: SQLFunction {
    switch self {
    case .contains: .contains
    case .containsIgnoringCase: .localizedCaseInsensitiveContains
    case .beginsWith: .hasPrefix
    case .endsWith: .hasSuffix
    }
  }

  /// The test in the SQL of a database that can call Swift's functions; NULL for NULL.
  ///
  /// - Parameters:
  ///   - text: The text of a row.
  ///   - part: What is looked for.
  ///   - isColumn: Whether the text is a plain column, which costs nothing to name several times.
  /// - Returns: The condition.
  func condition(_ text: SQLFragment, _ part: String, isColumn: Bool) -> SQLFragment {
    let call = function.call(text, .value(.text(part)))
    guard isColumn else { return call }
    let sql = inASCII(text, part).map { ascii -> SQLFragment in
      "CASE WHEN length(CAST(\(text) AS BLOB)) = length(\(text)) THEN \(ascii) ELSE \(call) END"
    }
    guard self == .beginsWith else { return sql ?? call }
    return CanonicalSpellings(part).narrowed(sql ?? call, on: text)
  }

  /// A longer part is a rarity, and SQLite refuses patterns of some length.
  private static let partLimit = 1_000

  /// The same test of a text that is ASCII without the character NUL, by functions of the database; nil where these
  /// do not answer as Swift does.
  ///
  /// Whatever stands beside printable characters, they are characters of their own. What is equal to them and not
  /// ASCII, such as the Kelvin sign, the text does not have.
  private func inASCII(_ text: SQLFragment, _ part: String) -> SQLFragment? {
    let bytes = part.utf8
    guard (1...Self.partLimit).contains(bytes.count),
      bytes.allSatisfy({ (0x20..<0x7F).contains($0) })
    else { return nil }
    let (value, count) = (SQLValue.text(part), Int64(bytes.count))
    switch self {
    case .contains: return "instr(\(text), \(value)) > 0"
    case .beginsWith: return "substr(\(text), 1, \(SQLValue.integer(count))) = \(value)"
    case .endsWith: return "substr(\(text), \(SQLValue.integer(-count))) = \(value)"
    case .containsIgnoringCase:
      guard !Self.foldsASCIIApart(Locale.current) else { return nil }
      let escaped = part.reduce(into: "") { pattern, character in
        if "%_\\".contains(character) { pattern.append("\\") }
        pattern.append(character)
      }
      return "\(text) LIKE \(SQLValue.text("%\(escaped)%")) ESCAPE '\\'"
    }
  }

  /// Whether the language of a place has letters of ASCII for others than elsewhere, as Turkish has i and I.
  static func foldsASCIIApart(_ locale: Locale) -> Bool {
    ["tr", "az", "lt"].contains(locale.language.languageCode?.identifier)
  }

  /// The rows that may pass; nil where all may.
  fileprivate func candidates(
    _ text: SQLFragment, _ part: String, _ features: SQLFeatures
  ) -> SQLFragment? {
    guard features.comparesNormalForms, features.hasNullCharacter || !part.utf8.contains(0) else {
      return nil
    }
    return switch self {
    case .contains: TextTest.contains.candidates(text, part)
    case .containsIgnoringCase: TextTest.localizedCandidates(text, part)
    case .beginsWith:
      CanonicalSpellings(part).narrowed(TextTest.startsWith.candidates(text, part), on: text)
    case .endsWith: TextTest.endsWith.candidates(text, part)
    }
  }
}
