import RandomTesting
import SQLCore
import SQLiteDriver
import Testing

@testable import TextSearch

@Suite("Matching texts in memory")
struct TextMatcherTests {
  private static let pieces: [String] = [
    "a", "castle", " ", "  ", "\"", "*", "-", "(", ")", "AND", "OR", "NOT", "NEAR", ":", "^", "+",
    "\0",
    "'", ";", "%", "_", "\\", "\u{301}", "é", "ß", "İ", "東京", "京", "한국어", "שלום", "🏰", "👨‍👩‍👧",
    "\u{FFFD}",
    noncharacter(0xFDD0), "\u{200B}", "{", "}", ",", ".", "\n", "0", "title", "rowid", "\u{10FFFF}",
  ]

  /// Characters that occur in no text; the compiler also refuses them in source code.
  private static func noncharacter(_ number: UInt32) -> String {
    Unicode.Scalar(number).map { String($0) } ?? ""
  }

  private func text(_ generator: inout SeededGenerator, _ count: Int) -> String {
    (0..<Int.random(in: 0...count, using: &generator))
      .map { _ in Self.pieces.randomElement(using: &generator) ?? "" }.joined()
  }

  @Test(arguments: TextTokenizer.allCases)
  func everyTextIsAValidQuery(_ tokenizer: TextTokenizer) throws {
    var generator = SeededGenerator(seed: TestRun.seed(41))
    for _ in 0..<TestRun.count(20_000) {
      let (query, texts) = (text(&generator, 12), [text(&generator, 20), text(&generator, 5)])
      do {
        _ = try TextMatcher.shared.matches(TextQuery(query), texts, tokenizer)
        _ = try TextQuery(query).ranges(in: texts[0], tokenizer)
      } catch {
        Issue.record("\(query.debugDescription): \(error), \(TestRun.comment)")
      }
    }
  }

  @Test(arguments: TextTokenizer.allCases)
  func largeSearchesEnd(_ tokenizer: TextTokenizer) throws {
    for piece in ["x", "x ", "\"", "-x ", "- ", "京", "é ", "\0"] {
      let query = TextQuery(String(repeating: piece, count: 100_000 / piece.utf8.count))
      _ = try TextMatcher.shared.matches(query, ["x", nil], tokenizer)
    }
    let many = (0..<20_000).map { "w\($0)" }.joined(separator: " ")
    #expect(try TextMatcher.shared.matches(TextQuery(many), [many], tokenizer))
    #expect(try !TextMatcher.shared.matches(TextQuery(many), ["w1 w2"], tokenizer))
  }

  /// The words of ASCII texts can be matched without SQLite.
  @Test func matcherAgreesWithASimpleOracle() throws {
    let words = ["castle", "cast", "old", "town", "tower", "TOWN"]
    var generator = SeededGenerator(seed: TestRun.seed(42))
    for _ in 0..<TestRun.count(5_000) {
      let texts = (0..<2).map { _ in
        (0..<Int.random(in: 0...4, using: &generator)).map { _ in
          words.randomElement(using: &generator)!
        }
      }
      let terms = (0..<Int.random(in: 0...3, using: &generator)).map { _ in
        (
          word: words.randomElement(using: &generator)!, isPrefix: Bool.random(using: &generator),
          isExcluded: Int.random(in: 0..<4, using: &generator) == 0
        )
      }
      let query = terms.map { ($0.isExcluded ? "-" : "") + $0.word + ($0.isPrefix ? "*" : "") }
        .joined(separator: " ")
      let expected = terms.allSatisfy { term in
        let found = texts.joined().contains {
          term.isPrefix
            ? $0.lowercased().hasPrefix(term.word.lowercased())
            : $0.lowercased() == term.word.lowercased()
        }
        return found != term.isExcluded
      }
      let found = try TextMatcher.shared.matches(
        TextQuery(query), texts.map { $0.joined(separator: " ") }, .words)
      #expect(found == expected, "\(query) in \(texts), \(TestRun.comment)")
    }
  }

  /// Terms that are too short for the index are compared as it compares longer ones.
  @Test func shortTermsFoldAsTheIndexDoes() throws {
    var differences: [Unicode.Scalar] = []
    let connection = try SQLiteConnection(path: "", mode: .inMemory)
    try connection.run("CREATE VIRTUAL TABLE t USING fts5(c, tokenize='trigram')")
    try connection.run("CREATE VIRTUAL TABLE v USING fts5vocab(t, 'instance')")
    let cased = (UInt32(0x80)...0x1FFFF).compactMap(Unicode.Scalar.init)
      .filter { $0.properties.changesWhenLowercased }
    let text = cased.map { "\($0)--" }.joined()
    try connection.run("INSERT INTO t (rowid, c) VALUES (1, ?)", [.text(text)])
    let tokens = try connection.rows("SELECT term FROM v ORDER BY offset").compactMap(\.[0].text)
    let folded = stride(from: 0, to: tokens.count, by: 3).compactMap {
      tokens[$0].unicodeScalars.first
    }
    try #require(folded.count == cased.count)
    for (scalar, small) in zip(cased, folded)
    where TextFolding.folded(String(scalar)) != String(small) {
      differences.append(scalar)
    }
    #expect(differences.isEmpty, "\(differences.count): \(differences.prefix(50))")
  }

  @Test func concurrentSearchesGiveCorrectResults() async throws {
    try await withThrowingTaskGroup(of: Bool.self) { group in
      for number in 0..<8 {
        group.addTask {
          try (0..<200).allSatisfy { round in
            let text = "word\(number) é\(round)"
            return try TextMatcher.shared.matches(TextQuery(text), [text, nil], .words)
              && !TextMatcher.shared.matches(TextQuery(text), ["word"], .englishStems)
              && TextMatcher.shared.matches(TextQuery("D\(number)"), [text], .substrings)
          }
        }
      }
      for try await isRight in group { #expect(isRight) }
    }
  }

  @Test func rangesOfTermsAreFound() throws {
    func parts(_ query: String, _ text: String, _ tokenizer: TextTokenizer = .words) throws
      -> [String]
    {
      try TextQuery(query).ranges(in: text, tokenizer).map { String(text[$0]) }
    }
    #expect(try parts("castle mill", "The Castle, a mill.") == ["Castle", "mill"])
    #expect(try parts("\"old town\" riv*", "Old town by rivers") == ["Old town", "rivers"])
    #expect(try parts("cafe", "Café 👨‍👩‍👧 café") == ["Café", "café"])
    #expect(try parts("-castle", "castle") == [])
    #expect(try parts("東京タ 景", "東京タワーの夜景", .substrings) == ["東京タ", "景"])
    #expect(try parts("run", "Running shoes", .englishStems) == ["Running"])
    #expect(try parts("a", Self.noncharacter(0xFDD0) + " a " + Self.noncharacter(0xFDD1)) == ["a"])
  }
}
