import DataSchema
import Foundation
import RecordStore
import SwiftDataErrors
import Testing

@Suite("Conditions of records")
struct RecordConditionTests {
  private let folder: TemporaryFolder
  private let engine: RecordEngine

  init() throws {
    folder = try TemporaryFolder()
    engine = try RecordModels.open(folder)
    var changes = RecordChanges()
    let ann = changes.insert(
      "Author",
      [
        "name": .text("Ann"), "born": .date(Date(timeIntervalSinceReferenceDate: 100)),
        "place": .composite(["city": .text("Ulm"), "latitude": .real(48.4)]),
      ])
    let bob = changes.insert("Author", ["name": .text("Bob")])
    let first = changes.insert(
      "Book",
      [
        "title": .text("Caf\u{E9}"), "pages": .integer(10), "isRead": .bool(true),
        "price": .decimal(9.5), "author": .row(ann),
      ])
    let second = changes.insert(
      "Book",
      [
        "title": .text("Dune 100%"), "pages": .integer(200), "price": .decimal(10),
        "author": .row(bob),
      ])
    let third = changes.insert("Book", ["title": .text("Emma")])
    let tag = changes.insert("Tag", ["label": .text("old")])
    changes.relate(tag, of: "Tag", "books", to: [first, third])
    _ = second
    try engine.save(changes)
  }

  private func titles(
    _ condition: RecordCondition, _ order: [RecordOrder] = []
  ) throws -> [String] {
    var query = RecordQuery("Book")
    (query.condition, query.order) = (condition, order)
    let rows = try engine.rows(query)
    #expect(try engine.count(query) == rows.count)
    return rows.compactMap { row in
      if case .text(let title) = row["title"] { title } else { nil }
    }
  }

  private func path(_ names: String...) -> RecordPath { RecordPath(names) }

  @Test func conditionsCompareNumbersDatesAndTexts() throws {
    #expect(try titles(.compare(path("pages"), .greater, .integer(10))) == ["Dune 100%"])
    #expect(try titles(.compare(path("pages"), .lessOrEqual, .integer(10))) == ["Caf\u{E9}"])
    #expect(try titles(.compare(path("title"), .equal, .text("Cafe\u{301}"))) == ["Caf\u{E9}"])
    #expect(try titles(.compare(path("price"), .less, .decimal(10))) == ["Caf\u{E9}"])
    let date = RecordValue.date(Date(timeIntervalSinceReferenceDate: 50))
    #expect(try titles(.compare(path("author", "born"), .greater, date)) == ["Caf\u{E9}"])
  }

  @Test func missingValuesDifferFromEveryValue() throws {
    #expect(try titles(.compare(path("pages"), .equal, .null)) == ["Emma"])
    #expect(
      try titles(.compare(path("pages"), .notEqual, .integer(10))) == ["Dune 100%", "Emma"])
    #expect(try titles(.not(.compare(path("pages"), .less, .integer(500)))) == ["Emma"])
    #expect(try titles(.compare(path("author"), .notEqual, .null)).count == 2)
  }

  @Test func conditionsFollowRelationships() throws {
    #expect(try titles(.compare(path("author", "name"), .equal, .text("Bob"))) == ["Dune 100%"])
    #expect(
      try titles(.compare(path("author", "place", "city"), .equal, .text("Ulm"))) == ["Caf\u{E9}"])
    let old = RecordCondition.compare(path("label"), .equal, .text("old"))
    #expect(try titles(.any(path("tags"), old)) == ["Caf\u{E9}", "Emma"])
    #expect(try titles(.not(.any(path("tags"), nil))) == ["Dune 100%"])
    #expect(try titles(.count(path("tags"), .equal, 0)) == ["Dune 100%"])
    let several = RecordCondition.any(
      path("author", "books"), .compare(path("pages"), .equal, .integer(10)))
    #expect(try titles(several) == ["Caf\u{E9}"])
  }

  @Test func conditionsSearchTexts() throws {
    #expect(try titles(.text(path("title"), .contains, "0%")) == ["Dune 100%"])
    #expect(try titles(.text(path("title"), .containsIgnoringCase, "DUNE")) == ["Dune 100%"])
    #expect(try titles(.text(path("title"), .beginsWith, "Em")) == ["Emma"])
    #expect(try titles(.text(path("title"), .endsWith, "ma")) == ["Emma"])
  }

  @Test func rowsAreSorted() throws {
    let order = [
      RecordOrder(path("author", "name"), isDescending: true), RecordOrder(path("title")),
    ]
    #expect(try titles(.constant(true), order) == ["Dune 100%", "Caf\u{E9}", "Emma"])
  }

  @Test func conditionsListValues() throws {
    #expect(try titles(.isOne(path("title"), of: [.text("Emma"), .text("x")])) == ["Emma"])
    #expect(try titles(.isOne(path("title"), of: [.text("x")])).isEmpty)
  }

  /// The empty path is that of the key.
  @Test func conditionsAreCombined() throws {
    let first = RecordCondition.compare(RecordPath([]), .equal, .integer(1))
    let emma = RecordCondition.compare(path("title"), .equal, .text("Emma"))
    #expect(try titles(.or([first])).count == 1)
    #expect(try titles(.or([first, emma])).count == 2)
    #expect(try titles(.and([first, emma])).isEmpty)
    #expect(try titles(.and([first, .not(emma)])) == titles(first))
  }

  /// SQLite treats a chain as nested conditions, and allows a thousand levels.
  @Test func conditionsMayHaveManyParts() throws {
    let numbers = (0..<6_000).map { RecordValue.integer(Int64($0)) }
    let parts = numbers.map { RecordCondition.compare(path("pages"), .equal, $0) }
    let known = ["Dune 100%", "Caf\u{E9}"]
    #expect(try titles(.isOne(path("pages"), of: numbers)).sorted() == known.sorted())
    #expect(try titles(.or(parts)).sorted() == known.sorted())
    #expect(try titles(.and(parts)).isEmpty)
    let others = numbers.map { RecordCondition.compare(path("title"), .notEqual, .text("\($0)")) }
    #expect(try titles(.and(others)).count == 3)
    let many = (0..<40_000).map { RecordValue.integer(Int64($0)) }
    #expect(throws: SwiftDataError.unsupportedPredicate) {
      try titles(.isOne(path("pages"), of: many))
    }
  }

  @Test func repeatedSortOrdersAreIgnored() throws {
    let order = Array(repeating: RecordOrder(path("title"), isDescending: true), count: 3_000)
    #expect(try titles(.constant(true), order) == ["Emma", "Dune 100%", "Caf\u{E9}"])
  }

  @Test func mismatchedConditionsAreRefused() {
    #expect(throws: SwiftDataError.unsupportedKeyPath) {
      try titles(.compare(path("nothing"), .equal, .null))
    }
    #expect(throws: SwiftDataError.unsupportedKeyPath) {
      try titles(.compare(path("tags"), .equal, .null))
    }
    #expect(throws: SwiftDataError.unsupportedPredicate) {
      try titles(.compare(path("pages"), .equal, .text("x")))
    }
    #expect(throws: SwiftDataError.unsupportedPredicate) {
      try titles(.text(path("pages"), .contains, "x"))
    }
    #expect(throws: SwiftDataError.unsupportedKeyPath) {
      try titles(.any(path("author"), nil))
    }
  }
}
