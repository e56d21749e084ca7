import CoreDataFormat
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
    case .beginsWith: TextTest.startsWith.candidates(text, part)
    case .endsWith: TextTest.endsWith.candidates(text, part)
    }
  }
}
