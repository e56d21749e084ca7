import Locks
import SQLCore
import SQLiteDriver

/// Matches texts in memory like an index, using the same SQLite and tokenizer.
///
/// Matching a text of a few words takes about 10 µs; threads wait for each other.
package final class TextMatcher: Sendable {
  package static let shared = TextMatcher()

  private let database = Mutex<MatchingDatabase?>(nil)

  /// Whether the texts of one model match a search; terms may be in different texts.
  ///
  /// - Throws: SQLite's error if it does not have the tokenizer.
  package func matches(
    _ query: TextQuery, _ texts: [String?], _ tokenizer: TextTokenizer
  ) throws(SQLError) -> Bool {
    let condition = try TextCondition(query, tokenizer)
    guard condition.holdsForShortTerms(texts) else { return false }
    if let expression = condition.expression {
      return try matches(expression, texts, tokenizer)
    }
    if let exclusion = condition.exclusion { return try !matches(exclusion, texts, tokenizer) }
    return true
  }

  /// Whether a text contains tokens that an index could contain.
  func hasTokens(_ text: String, _ tokenizer: TextTokenizer) throws(SQLError) -> Bool {
    // A text with tokens matches itself.
    try matches(TextQuery.Term(text).expression, [text], tokenizer)
  }

  private func matches(
    _ expression: String, _ texts: [String?], _ tokenizer: TextTokenizer
  ) throws(SQLError) -> Bool {
    guard !texts.isEmpty else { return false }
    return try using { database throws(SQLError) in
      try database.matches(expression, texts, tokenizer)
    }
  }

  /// The text with `marks` around the matches of an expression; nil if there are none.
  func marked(
    _ text: String, _ expression: String, _ tokenizer: TextTokenizer,
    by marks: (opening: String, closing: String)
  ) throws(SQLError) -> String? {
    try using { database throws(SQLError) in
      try database.marked(text, expression, tokenizer, by: marks)
    }
  }

  /// The characters as an index of substrings folds them, one for each.
  func folded(_ scalars: [Unicode.Scalar]) throws(SQLError) -> [Unicode.Scalar] {
    try using { database throws(SQLError) in try database.folded(scalars) }
  }

  private func using<Result: Sendable>(
    _ body: (MatchingDatabase) throws(SQLError) -> Result
  ) throws(SQLError) -> Result {
    try database.withLock { made throws(SQLError) in
      let database: MatchingDatabase
      if let made { database = made } else { database = try MatchingDatabase() }
      made = database
      return try body(database)
    }
  }
}

/// An in-memory database with a table for each tokenizer and number of texts.
private struct MatchingDatabase: @unchecked Sendable {
  // `@unchecked`: the connection is used only under the matcher's lock.
  private let connection: SQLiteConnection

  init() throws(SQLError) {
    connection = try SQLiteConnection(path: "", mode: .inMemory)
  }

  func matches(
    _ expression: String, _ texts: [String?], _ tokenizer: TextTokenizer
  ) throws(SQLError) -> Bool {
    let columns = (0..<texts.count).map { "c\($0)" }
    let table = "\(tokenizer.rawValue)\(texts.count)"
    try make(table, columns, tokenizer, options: "content=''")
    return try holding(table, columns, texts) { () throws(SQLError) in
      try !connection.rows(
        "SELECT 1 FROM \(table) WHERE \(table) MATCH ?", [.text(expression)]
      ).isEmpty
    }
  }

  func marked(
    _ text: String, _ expression: String, _ tokenizer: TextTokenizer,
    by marks: (opening: String, closing: String)
  ) throws(SQLError) -> String? {
    let table = "marked_\(tokenizer.rawValue)"
    try make(table, ["c"], tokenizer, options: "columnsize=1")
    return try holding(table, ["c"], [text]) { () throws(SQLError) in
      try connection.rows(
        "SELECT highlight(\(table), 0, ?, ?) FROM \(table) WHERE \(table) MATCH ?",
        [.text(marks.opening), .text(marks.closing), .text(expression)]
      ).first?[0].text
    }
  }

  func folded(_ scalars: [Unicode.Scalar]) throws(SQLError) -> [Unicode.Scalar] {
    try make("folded", ["c"], .substrings, options: "detail=full")
    try connection.run(
      "CREATE VIRTUAL TABLE IF NOT EXISTS folded_tokens USING fts5vocab(folded, 'instance')")
    // Each scalar begins a token, and two other tokens come before the next one.
    let text = scalars.map { "\($0)--" }.joined()
    let tokens = try holding("folded", ["c"], [text]) { () throws(SQLError) in
      try connection.rows("SELECT term FROM folded_tokens ORDER BY offset")
    }
    let firsts = stride(from: 0, to: tokens.count, by: 3).compactMap {
      tokens[$0][0].text?.unicodeScalars.first
    }
    return firsts.count == scalars.count ? firsts : scalars
  }

  private func make(
    _ table: String, _ columns: [String], _ tokenizer: TextTokenizer, options: String
  ) throws(SQLError) {
    try connection.run(
      "CREATE VIRTUAL TABLE IF NOT EXISTS \(table) USING fts5(\(columns.joined(separator: ", ")), "
        + "\(options), tokenize='\(tokenizer.declaration)')")
  }

  /// Runs `body` while the table contains one row of texts.
  private func holding<Result>(
    _ table: String, _ columns: [String], _ texts: [String?],
    _ body: () throws(SQLError) -> Result
  ) throws(SQLError) -> Result {
    try connection.run("BEGIN")
    do throws(SQLError) {
      let places = columns.map { _ in ", ?" }.joined()
      try connection.run(
        "INSERT INTO \(table) (rowid, \(columns.joined(separator: ", "))) VALUES (1\(places))",
        texts.map { $0.map(SQLValue.text) ?? .null })
      let result = try body()
      try connection.run("ROLLBACK")
      return result
    } catch {
      // The first failure is the one to report.
      _ = try? connection.run("ROLLBACK")
      throw error
    }
  }
}
