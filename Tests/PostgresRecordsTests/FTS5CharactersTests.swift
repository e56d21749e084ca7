import PostgresDriver
import PostgresTesting
import PredicateSQL
import SQLCore
import SQLiteDriver
import Testing

@testable import PostgresRecords
@testable import TextSearch

/// The functions of full-text indexes treat each character like the tokenizers of SQLite.
@Suite("Characters of full-text indexes", .enabled(if: PostgresServer.isInstalled))
struct FTS5CharactersTests {
  private static let scalars =
    Array(1...0x1FFFF) + Array(stride(from: 0x20000, through: 0x10FFFF, by: 97))

  private func makeFunctions() throws -> PostgresConnection {
    let connection = try PostgresConnection(PostgresSettings(PostgresServer.shared.address()))
    let functions = PostgresTextFunctions(schema: "pg_temp")
    for function in functions.all { try connection.execute(function.creation) }
    return connection
  }

  /// What a function makes of each character between two letters.
  private func results(_ call: String) throws -> [Int: String] {
    let list = Self.scalars.map(String.init).joined(separator: ",")
    let rows = try makeFunctions().rows(
      """
      SELECT c, \(call) FROM unnest('{\(list)}'::integer[]) AS c \
      WHERE c NOT BETWEEN 55296 AND 57343
      """)
    return Dictionary(
      uniqueKeysWithValues: rows.compactMap { row in
        guard case .integer(let scalar) = row[0], let text = row[1].text else { return nil }
        return (Int(scalar), text)
      })
  }

  @Test func wordsAreThoseOfFTS5() throws {
    let connection = try SQLiteConnection(path: "", mode: .inMemory)
    let tokenizer = TextTokenizer.words.declaration
    try connection.run("CREATE VIRTUAL TABLE t USING fts5(c, tokenize='\(tokenizer)')")
    try connection.run("CREATE VIRTUAL TABLE v USING fts5vocab(t, 'instance')")
    let scalars = Self.scalars.compactMap { Unicode.Scalar(UInt32($0)) }
    let text = scalars.map { "a\($0)b q " }.joined()
    try connection.run("INSERT INTO t (rowid, c) VALUES (1, ?)", [.text(text)])
    let terms = try connection.rows("SELECT term FROM v ORDER BY offset").compactMap(\.[0].text)
    let found = try results("pg_temp.openswiftdata_text_words(ARRAY['a' || chr(c) || 'b'])")
    #expect(found.count == scalars.count)
    var differences: [Unicode.Scalar] = []
    for (scalar, words) in zip(scalars, terms.split(separator: "q")) {
      let expected = " \(words.joined(separator: " ")) "
      if found[Int(scalar.value)].map({ Array($0.utf8) }) != Array(expected.utf8) {
        differences.append(scalar)
      }
    }
    #expect(differences.isEmpty, "\(differences.count): \(differences.prefix(20))")
  }

  @Test func foldedLettersAreThoseOfFTS5() throws {
    let found = try results("pg_temp.openswiftdata_text_folded('A' || chr(c))")
    let differences = Self.scalars.filter { number in
      guard let scalar = Unicode.Scalar(UInt32(number)), let text = found[number] else {
        return false
      }
      return Array(text.utf8) != Array(TextFolding.folded("A\(scalar)").utf8)
    }
    #expect(differences.isEmpty, "\(differences.count): \(differences.prefix(20))")
  }
}
