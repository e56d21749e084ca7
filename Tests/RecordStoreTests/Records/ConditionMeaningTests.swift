import DataSchema
import Foundation
import PredicateSQL
import RandomTesting
import SQLCore
import Testing

@testable import RecordStore

/// Conditions find the same rows as an evaluation in memory, with and without values, and with
/// every negation.
@Suite("Meaning of conditions of records")
struct ConditionMeaningTests {
  private let folder: TemporaryFolder
  private let engine: RecordEngine
  private let memory: MemoryRows

  private static let texts = [
    "", "a", "A", "ab", "K", "\u{212A}", "k\u{212A}", "\u{17F}", "s", "\u{130}", "i", "I",
    "\u{131}",
    "caf\u{E9}", "cafe\u{301}", "e", "e\u{301}", ";", "\u{37E}", "`x", "\u{1FEF}x", "%", "_", "\\",
    "a%b_c\\d",
    "\r\n", "\n", "a\r\nb", "a\0b", "\u{DF}", "ss", "\u{1F44D}\u{1F3FD}", "O'Hara",
  ]

  init() throws {
    folder = try TemporaryFolder()
    engine = try RecordModels.open(folder)
    var generator = SeededGenerator(seed: 8)
    func pick<Value>(_ values: [Value]) -> Value {
      values[Int.random(in: 0..<values.count, using: &generator)]
    }
    var changes = RecordChanges()
    let authors = (0..<6).map { number -> Int64 in
      changes.insert(
        "Author",
        [
          "name": .text("\(pick(Self.texts))\(number)"),
          "born": pick([.null, .date(Date(timeIntervalSinceReferenceDate: Double(number)))]),
          "place": .composite([
            "city": pick([.null, .text(pick(Self.texts))]),
            "latitude": pick([.null, .real(1), .real(.nan), .real(-.infinity), .real(2.5)]),
          ]),
        ])
    }
    let books = (0..<60).map { number -> Int64 in
      var values: [String: RecordValue] = ["title": .text(Self.texts[number % Self.texts.count])]
      if number % 3 > 0 { values["pages"] = .integer(Int64(number % 5)) }
      if number % 4 > 0 { values["price"] = .decimal(pick([1, 2.5, .nan, -3])) }
      if number % 5 > 0 { values["isRead"] = .bool(number % 2 == 0) }
      if number % 4 > 1 { values["author"] = .row(pick(authors)) }
      return changes.insert("Book", values)
    }
    for number in 0..<4 {
      let tag = changes.insert("Tag", ["label": .text(pick(Self.texts))])
      changes.relate(tag, of: "Tag", "books", to: books.filter { $0 % 4 == Int64(number) })
    }
    try engine.save(changes)
    memory = try MemoryRows(engine, ["Author", "Book", "Tag"])
  }

  private func value(_ path: [String], _ generator: inout SeededGenerator) -> RecordValue {
    if Int.random(in: 0..<8, using: &generator) == 0 { return .null }
    let number = Int.random(in: -1...5, using: &generator)
    switch path.last {
    case nil, "author": return .row(Int64(number))
    case "pages": return .integer(Int64(number))
    case "price": return .decimal(Decimal(number) / 2)
    case "latitude": return .real(number == 4 ? .nan : Double(number) / 2)
    case "born": return .date(Date(timeIntervalSinceReferenceDate: Double(number)))
    case "isRead": return .bool(number > 2)
    default: return .text(Self.texts.randomElement(using: &generator) ?? "")
    }
  }

  private func condition(_ depth: Int, _ generator: inout SeededGenerator) -> RecordCondition {
    let paths = [
      [], ["pages"], ["price"], ["isRead"], ["title"], ["author"], ["author", "name"],
      ["author", "born"], ["author", "place", "city"], ["author", "place", "latitude"],
    ]
    let path = paths.randomElement(using: &generator) ?? []
    let comparison = RecordCondition.Comparison.allCases.randomElement(using: &generator) ?? .equal
    func further() -> RecordCondition { condition(depth - 1, &generator) }
    func some() -> [RecordCondition] {
      (0..<Int.random(in: 0...3, using: &generator)).map { _ in further() }
    }
    switch Int.random(in: 0..<(depth > 0 ? 10 : 5), using: &generator) {
    case 0, 1: return .compare(RecordPath(path), comparison, value(path, &generator))
    case 2:
      let count = Int.random(in: 0...4, using: &generator)
      return .isOne(RecordPath(path), of: (0..<count).map { _ in value(path, &generator) })
    case 3:
      let path =
        [["title"], ["author", "name"], ["author", "place", "city"]]
        .randomElement(using: &generator) ?? ["title"]
      let test = RecordCondition.TextTest.allCases.randomElement(using: &generator) ?? .contains
      let text = Self.texts.filter { !$0.contains("\0") }.randomElement(using: &generator) ?? ""
      return .text(RecordPath(path), test, text)
    case 4:
      let path = [["tags"], ["author", "books"]].randomElement(using: &generator) ?? ["tags"]
      return .count(RecordPath(path), comparison, Int64.random(in: 0...3, using: &generator))
    case 5, 6, 7: return .not(further())
    case 8: return Bool.random(using: &generator) ? .and(some()) : .or(some())
    default:
      return Bool.random(using: &generator)
        ? .any(RecordPath(["author", "books"]), further())
        : .any(
          RecordPath(["tags"]),
          .not(.compare(RecordPath(["label"]), comparison, value(["label"], &generator))))
    }
  }

  private func check(_ condition: RecordCondition) throws -> Int {
    var query = RecordQuery("Book")
    query.condition = condition
    let found = try engine.rows(query).map(\.key)
    let wanted = memory.keys("Book", condition)
    #expect(found == wanted, "\(condition), \(TestRun.comment)")
    #expect(try engine.count(query) == wanted.count)
    return found.count
  }

  @Test func conditionsFindWhatMemoryFinds() throws {
    var generator = SeededGenerator(seed: TestRun.seed(81))
    var some = 0
    for _ in 0..<TestRun.count(20_000, atLeast: 600) {
      let condition = condition(3, &generator)
      if (1..<60).contains(try check(condition)) { some += 1 }
      // For each row either the condition or its negation is true.
      _ = try check(.not(condition))
    }
    #expect(some > 100)
  }

  /// Tests each operator alone, negated once and twice, with each value and with nil.
  @Test(arguments: RecordCondition.Comparison.allCases)
  func eachOperatorFindsWhatMemoryFinds(_ comparison: RecordCondition.Comparison) throws {
    let values: [(String, [RecordValue])] = [
      ("pages", [.null, .integer(2), .integer(-9)]), ("price", [.null, .decimal(2.5)]),
      ("isRead", [.null, .bool(true), .bool(false)]), ("author", [.null, .row(2), .row(99)]),
      ("title", [.null] + Self.texts.map(RecordValue.text)),
    ]
    for (name, values) in values {
      for value in values {
        let plain = RecordCondition.compare(RecordPath([name]), comparison, value)
        for condition in [plain, .not(plain), .not(.not(plain)), .not(.and([plain])), .or([plain])]
        {
          _ = try check(condition)
        }
      }
    }
  }
}

/// SQLite's functions agree with Swift for every ASCII text.
@Suite("Texts of ASCII")
struct ASCIITextTests {
  @Test(arguments: RecordCondition.TextTest.allCases)
  func asciiSearchesMatchThoseOfSwift(_ test: RecordCondition.TextTest) throws {
    let folder = try TemporaryFolder()
    let engine = try RecordModels.open(folder)
    var changes = RecordChanges()
    let characters = (0..<128).map { String(UnicodeScalar(UInt8($0))) }
    for character in characters {
      for text in [character, "x\(character)y", "\(character)\r\nX", "X\(character)x\(character)"] {
        _ = changes.insert("Tag", ["label": .text(text)])
      }
    }
    try engine.save(changes)
    let rows = try engine.rows(RecordQuery("Tag"))
    for character in characters {
      for part in [character, "x\(character)", "\(character)Y", "X\(character)x"] {
        var query = RecordQuery("Tag")
        query.condition = .text(RecordPath(["label"]), test, part)
        let found = try engine.rows(query).map(\.key)
        let wanted = rows.filter { row in
          guard case .text(let text) = row["label"] else { return false }
          return test.function.body([.text(text), .text(part)]) == .bool(true)
        }
        #expect(found == wanted.map(\.key), "\(part.debugDescription)")
      }
    }
  }

  @Test func someLocalesFoldASCIIDifferently() {
    for name in ["tr_TR", "az", "lt"] {
      #expect(RecordCondition.TextTest.foldsASCIIApart(Locale(identifier: name)))
    }
    for name in ["en_US", "de", "C", ""] {
      #expect(!RecordCondition.TextTest.foldsASCIIApart(Locale(identifier: name)))
    }
  }
}
