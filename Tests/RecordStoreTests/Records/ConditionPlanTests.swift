import DataSchema
import Foundation
import Locks
import PredicateSQL
import SQLCore
import SQLiteDriver
import Testing

@testable import RecordStore

/// SQLite searches an index for each condition that an index supports.
@Suite("Plans of conditions of records")
struct ConditionPlanTests {
  private let folder: TemporaryFolder
  private let engine: RecordEngine

  private static let model = ModelDescription(entities: [
    EntityDescription(
      name: "Item",
      properties: [
        .attribute(AttributeDescription(name: "name", type: .string, isOptional: true)),
        .attribute(AttributeDescription(name: "count", type: .integer64, isOptional: true)),
        .attribute(AttributeDescription(name: "weight", type: .double, isOptional: true)),
        .attribute(AttributeDescription(name: "made", type: .date, isOptional: true)),
        .relationship(
          RelationshipDescription(name: "shelf", destination: "Shelf", inverseName: "items")),
      ],
      indexes: ["name", "count", "weight", "made"].map { IndexDescription(propertyNames: [$0]) }),
    EntityDescription(
      name: "Shelf",
      properties: [
        .attribute(AttributeDescription(name: "name", type: .string)),
        .relationship(
          RelationshipDescription(
            name: "items", destination: "Item", inverseName: "shelf", isToMany: true)),
      ]),
  ])

  init() throws {
    folder = try TemporaryFolder()
    engine = try RecordEngine(
      StoreOptions(name: "plans", path: folder.url.appendingPathComponent("plans.store").path),
      model: Self.model)
  }

  /// SQLite's query plan.
  private func plan(_ query: RecordQuery, counts: Bool = false) throws -> String {
    let texts = Mutex<[String]>([])
    let observers = engine.session.store.statementObservers
    let number = observers.add(wantsValues: true) { run in
      texts.withLock { $0.append(run.expandedText ?? run.text) }
    }
    if counts { _ = try engine.count(query) } else { _ = try engine.rows(query) }
    observers.remove(number)
    let text = try #require(texts.withLock { $0.first { $0.hasPrefix("SELECT") } })
    return try engine.reading { try $0.rows("EXPLAIN QUERY PLAN \(text)") }
      .compactMap { $0.last?.text }.joined(separator: "; ")
  }

  /// The plan for an unsorted condition, for which SQLite may read the rows in an index's order.
  private func plan(_ condition: RecordCondition) throws -> String {
    var query = RecordQuery("Item")
    query.condition = condition
    return try plan(query, counts: true)
  }

  private static let key = RecordPath([], isKey: true)
  private static func key(
    _ comparison: RecordCondition.Comparison, _ key: Int64 = 10
  ) -> RecordCondition { .compare(Self.key, comparison, .row(key)) }
  private static func property(
    _ name: String, _ comparison: RecordCondition.Comparison, _ value: RecordValue
  ) -> RecordCondition { .compare(RecordPath([name]), comparison, value) }

  @Test(arguments: [
    (key(.equal), "PRIMARY KEY (rowid=?)"), (key(.less), "PRIMARY KEY (rowid<?)"),
    (key(.lessOrEqual), "PRIMARY KEY (rowid<?)"), (key(.greater), "PRIMARY KEY (rowid>?)"),
    (key(.greaterOrEqual), "PRIMARY KEY (rowid>?)"),
    (.isOne(key, of: [.row(1), .row(7)]), "PRIMARY KEY (rowid=?)"),
    (property("shelf", .equal, .row(5)), "(ZSHELF=?)"),
    (.compare(RecordPath(["shelf"], isKey: true), .equal, .row(5)), "(ZSHELF=?)"),
    (property("shelf", .equal, .null), "(ZSHELF=?)"),
    (property("count", .equal, .integer(3)), "(ZCOUNT=?)"),
    (property("count", .less, .integer(3)), "(ZCOUNT<?)"),
    (property("count", .greaterOrEqual, .integer(3)), "(ZCOUNT>?)"),
    (property("weight", .equal, .real(3)), "(ZWEIGHT=?)"),
    (property("weight", .greater, .real(3)), "(ZWEIGHT>? AND ZWEIGHT<?)"),
    (property("made", .equal, .date(.distantPast)), "(ZMADE=?)"),
    (property("name", .equal, .text("abc")), "(ZNAME=?)"),
    (property("name", .equal, .text("Kelvin")), "(ZNAME=?)"),
    (property("name", .equal, .text("caf\u{E9}")), "(ZNAME>? AND ZNAME<?)"),
    (.isOne(RecordPath(["name"]), of: [.text("a"), .text("b")]), "(ZNAME=?)"),
    (.text(RecordPath(["name"]), .beginsWith, "abc"), "(ZNAME>? AND ZNAME<?)"),
    (.and([key(.greater), property("weight", .less, .real(3))]), "SEARCH"),
    (.or([key(.equal), property("count", .equal, .integer(3))]), "MULTI-INDEX OR"),
  ])
  func conditionsSearchAnIndex(_ condition: RecordCondition, _ part: String) throws {
    let direct = try plan(condition)
    #expect(direct.contains(part), "\(direct)")
    #expect(!direct.contains("SCAN ZITEM"), "\(direct)")
    let twice = try plan(.not(.not(condition)))
    #expect(twice == direct)
  }

  @Test(
    arguments: [
      (.not(key(.notEqual)), "PRIMARY KEY (rowid=?)"),
      (.not(property("count", .notEqual, .integer(3))), "(ZCOUNT=?)"),
      (.not(property("shelf", .notEqual, .null)), "(ZSHELF=?)"),
      (.not(.or([key(.notEqual), property("count", .less, .integer(3))])), "(rowid=?)"),
      (
        .and([
          .not(property("count", .less, .integer(3))), .not(.not(key(.greater))),
        ]), "(rowid>?)"
      ),
      (
        .any(RecordPath(["shelf", "items"]), key(.equal, 3)), "SEARCH R1 USING INTEGER PRIMARY KEY"
      ),
    ] as [(RecordCondition, String)])
  func negatedConditionsSearchAnIndex(_ condition: RecordCondition, _ part: String) throws {
    let plan = try plan(condition)
    #expect(plan.contains(part), "\(plan)")
  }

  /// A page starts at its first row by an index, whatever other conditions the query has.
  @Test func pagesBeginAtTheirFirstRow() throws {
    var query = RecordQuery("Item", limit: 100)
    query.condition = Self.key(.greater)
    #expect(try plan(query).contains("(rowid>?)"))
    query.after = 500_000
    #expect(try plan(query).contains("(rowid>?)"))
    query.condition = Self.property("weight", .notEqual, .real(3))
    #expect(try plan(query).contains("(rowid>?)"))
    query.condition = Self.key(.lessOrEqual, 600_000)
    #expect(try plan(query).contains("(rowid>? AND rowid<?)"))
  }

  /// Counts calls of Swift from SQL, each of which costs more than SQLite's own text search.
  @Test(arguments: RecordCondition.TextTest.allCases)
  func onlyNonASCIITextsCallSwift(_ test: RecordCondition.TextTest) throws {
    var changes = RecordChanges()
    for number in 0..<200 { _ = changes.insert("Item", ["name": .text("walk \(number)%walk")]) }
    for text in ["wal\u{212A}", "W\u{C4}LK walk", "walk\0walk"] {
      _ = changes.insert("Item", ["name": .text(text)])
    }
    try engine.save(changes)
    let connection = try #require(engine.session.connection as? SQLiteConnection)
    let calls = Mutex(0)
    let function = test.function
    try connection.register(function: function.name, argumentCount: 2) { arguments in
      calls.withLock { $0 += 1 }
      return function.body(arguments)
    }
    let part = test == .containsIgnoringCase ? "WALK" : "walk"
    var query = RecordQuery("Item")
    query.condition = .text(RecordPath(["name"]), test, part)
    let found = try engine.count(query)
    #expect(found == (test == .beginsWith ? 201 : test == .containsIgnoringCase ? 203 : 202))
    #expect(calls.withLock { $0 } == (test == .beginsWith ? 1 : 3))
    // SQLite's result would differ from Swift's, and these search texts are not plain.
    for part in ["", "k\r\n", "e\u{301}", "a\0"] {
      query.condition = .text(RecordPath(["name"]), test, part)
      let before = calls.withLock { $0 }
      let found = try engine.count(query)
      let expected = try engine.rows(RecordQuery("Item")).count { row in
        guard case .text(let text) = row["name"] else { return false }
        return function.body([.text(text), .text(part)]) == .bool(true)
      }
      #expect(found == expected)
      if test != .beginsWith { #expect(calls.withLock { $0 } == before + 203) }
    }
  }
}
