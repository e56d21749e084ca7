import DataSchema
import Foundation
import PostgresStoreTool
import RandomTesting
import RecordStore
import StoreTool
import Testing

/// Text searches find the same rows in PostgreSQL as in a file.
@Suite("Texts that the tool searches", .enabled(if: CopyPlace.isAvailable, CopyPlace.reason))
struct TextQueryTests {
  private let place: CopyPlace
  private let here: any ToolStore
  private let there: any ToolStore

  private static let letters = [
    "a", "b", "A", "K", "\u{212A}", "k", "s", "ss", "ß", "ſ", "i", "I", "İ", "ı", "é", "e\u{301}",
    "e",
    "\u{301}", "ä", "a\u{308}", "가", "\u{1100}\u{1161}", "\r\n", "\n", "\r", "👍", "👍🏽", "🇩🇪", ";",
    "\u{37E}", "%", "_",
  ]

  private static func text(_ length: Int, _ generator: inout SeededGenerator) -> String {
    (0..<length).map { _ in letters.randomElement(using: &generator) ?? "" }.joined()
  }

  init() throws {
    place = try CopyPlace()
    var generator = SeededGenerator(seed: 20_261_126)
    let file = try place.file("shop.store", ShopModel.model)
    var changes = RecordChanges(author: "test")
    func text() -> String { Self.text(Int.random(in: 0...5, using: &generator), &generator) }
    let shelves = (0..<8).map { _ in changes.insert("Shelf", ["name": .text(text())]) }
    for number in 0..<60 {
      var values: [String: RecordValue] = ["code": .text("\(text())\(number)")]
      if let shelf = shelves.randomElement(using: &generator), number % 3 > 0 {
        values["shelf"] = .row(shelf)
      }
      if number % 4 > 0 { values["author"] = .text(text()) }
      _ = changes.insert("Book", values)
    }
    _ = try file.save(changes)
    let address = try place.address()
    try #require(CopyRun("copy", place.path("shop.store"), address).status == .good)
    here = try SQLiteStoreKind().open(place.path("shop.store"))
    there = try PostgresStoreKind().open(address)
  }

  private func test(_ generator: inout SeededGenerator) -> RecordCondition.TextTest {
    RecordCondition.TextTest.allCases.randomElement(using: &generator) ?? .contains
  }

  private func condition(
    _ depth: Int, _ generator: inout SeededGenerator
  ) -> RecordCondition {
    let part = Self.text(Int.random(in: 0...2, using: &generator), &generator)
    let paths = [["code"], ["author"], ["shelf", "name"], ["related", "code"], ["page"]]
    let path = RecordPath(paths.randomElement(using: &generator) ?? ["code"])
    switch Int.random(in: 0..<(depth > 0 ? 6 : 2), using: &generator) {
    case 0, 1: return .text(path, test(&generator), part)
    case 2: return .not(condition(depth - 1, &generator))
    case 3: return .and([condition(depth - 1, &generator), condition(depth - 1, &generator)])
    case 4: return .or([condition(depth - 1, &generator), condition(depth - 1, &generator)])
    default:
      return .any(
        RecordPath(["shelf", "items"]), .text(RecordPath(["code"]), test(&generator), part))
    }
  }

  @Test func serversFindTheSameTextsAsFiles() throws {
    var generator = SeededGenerator(seed: TestRun.seed(18))
    var found = 0
    for round in 0..<TestRun.count(1_000, atLeast: 60) {
      var query = RecordQuery("Book")
      query.condition = condition(2, &generator)
      query.order = [RecordOrder(RecordPath(["author"]), isDescending: round % 2 == 0)]
      let wanted = try here.engine.rows(query)
      let rows = try there.engine.rows(query)
      #expect(rows.map(\.key) == wanted.map(\.key), "\(query.condition as Any), \(TestRun.comment)")
      #expect(try there.engine.count(query) == wanted.count)
      if (1..<60).contains(wanted.count) { found += 1 }
    }
    #expect(found > 10)
  }

  /// PostgreSQL texts cannot contain the character, so the server is not queried for it.
  @Test func searchesForNULMatchThoseOfFiles() throws {
    for test in RecordCondition.TextTest.allCases {
      var query = RecordQuery("Book")
      query.condition = .text(RecordPath(["code"]), test, "a\0")
      #expect(try there.engine.count(query) == here.engine.count(query))
    }
  }
}
