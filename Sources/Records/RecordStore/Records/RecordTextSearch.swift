import CoreDataFormat
import Foundation
import PredicateSQL
import SQLCore

/// Finds the rows whose texts pass a test, for a database that cannot call Swift functions.
///
/// The database returns candidates, whose texts are tested in memory; only their keys are kept.
struct RecordTextSearch {
  private let engine: RecordEngine

  init(_ engine: RecordEngine) { self.engine = engine }

  /// Returns the keys of a table's rows whose text passes a test.
  ///
  /// Executes one statement, which reads the texts of candidates.
  ///
  /// - Parameters:
  ///   - row: The table, with the alias that `text` uses.
  ///   - text: The text of a row; NULL for none, which passes no test.
  ///   - test: The test.
  ///   - part: The text to search for.
  /// - Returns: The keys, unordered.
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

  /// Returns the test in SQL, for a database that can call Swift functions; NULL for NULL.
  ///
  /// - Parameters:
  ///   - text: The text of a row.
  ///   - part: The text to search for.
  ///   - isColumn: Whether the text is a plain column, which is cheap to repeat.
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

  /// Longer texts are rare, and SQLite limits the length of patterns.
  private static let partLimit = 1_000

  /// Returns the same test with SQLite's functions, for texts in ASCII without NUL.
  ///
  /// Nil if these functions do not answer as Swift does. Printable ASCII characters do not combine
  /// with their neighbors. Equivalent characters outside of ASCII, such as the Kelvin sign, do not
  /// occur in the text.
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

  /// Whether the case mapping of a locale's language differs within ASCII, as for i and I in
  /// Turkish.
  static func foldsASCIIApart(_ locale: Locale) -> Bool {
    ["tr", "az", "lt"].contains(locale.language.languageCode?.identifier)
  }

  /// Returns a condition for the candidates; nil if all rows are.
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
