import CoreDataFormat
import PostgresFormat
import PredicateSQL
import RecordStore
import SQLCore
import TextSearch

/// A full-text index of a PostgreSQL table: a GIN index of what functions make of the texts.
///
/// The server keeps it equal to the rows, whichever program writes them. A generated column would
/// too, but would change the table, which other programs and earlier versions of this library know
/// without it, and adding it would rewrite all rows.
struct PostgresTextIndex: Hashable {
  let name: String
  let tokenizer: TextTokenizer
  /// The table and the indexed expressions.
  private let target: String
  private let expressions: [String]
  /// The table, as statements name it.
  private let table: String

  /// The prefix of each index's comment, which identifies it as the library's.
  static let commentPrefix = "OpenSwiftData: full-text index: "

  init(_ wanted: WantedTextIndex, _ functions: TextFunctions) {
    let dialect = SQLDialect.postgres
    let table = wanted.entity.table
    let title = SQLDialect.title(of: table).dropFirst(functions.schema.count + 1)
    // The number makes the name unique even if the rest is cut off.
    name = PostgresNames.cut("openswiftdata_text_\(wanted.entity.entityNumber)_\(title)")
    tokenizer = wanted.tokenizer
    self.table = dialect.quoted(table)
    target = String(title)
    expressions = functions.indexed(wanted.columns.map { .name($0) }, tokenizer)
      .map { dialect.render($0).text }
  }

  /// The comment that is stored in the database; if it differs, the existing index is another one.
  var comment: String {
    Self.commentPrefix + "\(tokenizer) of \(target): \(expressions.joined(separator: ", "))"
  }

  /// The statements that create the index.
  ///
  /// - Parameters:
  ///   - schema: The schema of the table.
  ///   - trigrams: The schema of the extension for substrings.
  /// - Returns: The statements.
  func creation(in schema: String, trigrams: String) -> [String] {
    let operators =
      tokenizer == .substrings
      ? " " + SQLDialect.postgres.quoted(SQLDialect.name("gin_trgm_ops", in: trigrams)) : ""
    let terms = expressions.map { "(\($0))\(operators)" }.joined(separator: ", ")
    return [
      "CREATE INDEX \(SQLDialect.postgres.quoted(name)) ON \(table) USING gin (\(terms))",
      "COMMENT ON INDEX \(Self.quoted(name, schema)) IS \(comment.quoted(by: "'"))",
    ]
  }

  /// The statement that drops an index.
  static func removal(of name: String, in schema: String) -> String {
    "DROP INDEX IF EXISTS \(quoted(name, schema))"
  }

  private static func quoted(_ name: String, _ schema: String) -> String {
    SQLDialect.postgres.quoted(SQLDialect.name(name, in: schema))
  }
}
