import DataSchema
import Foundation
import Locks
import PostgresStoreTool
import RandomTesting
import SQLCore
import StoreTool
import Testing

@testable import RecordStore

/// Conditions find the same rows in PostgreSQL as in a file, by its indexes.
@Suite("Conditions of the tool", .enabled(if: CopyPlace.isAvailable, CopyPlace.reason))
struct ConditionQueryTests {
  private let place: CopyPlace
  private let here: any ToolStore
  private let there: any ToolStore

  private static let model: ModelDescription = {
    var model = ShopModel.model
    for (number, entity) in model.entities.enumerated() where entity.name == "Item" {
      model.entities[number].indexes = ["weight", "made", "count", "code", "number", "price"]
        .map { IndexDescription(propertyNames: [$0]) }
    }
    return model
  }()

  init() throws {
    place = try CopyPlace()
    var generator = SeededGenerator(seed: 20_261_129)
    let file = try place.file("shop.store", Self.model)
    var changes = RecordChanges(author: "test")
    let shelves = (0..<5).map { changes.insert("Shelf", ["name": .text("shelf \($0)")]) }
    for number in 0..<60 {
      var values: [String: RecordValue] = ["code": .text("K\(number)")]
      for name in ["price", "made", "weight", "count", "isNew"] {
        values[name] = Self.value(name, &generator)
      }
      if let shelf = shelves.randomElement(using: &generator), number % 3 > 0 {
        values["shelf"] = .row(shelf)
      }
      values["number"] = .uuid(Self.uuid(number % 7))
      _ = changes.insert(number % 2 == 0 ? "Book" : "Item", values)
    }
    _ = try file.save(changes)
    let address = try place.address()
    try #require(CopyRun("copy", place.path("shop.store"), address).status == .good)
    here = try SQLiteStoreKind().open(place.path("shop.store"))
    there = try PostgresStoreKind().open(address)
  }

  private static func uuid(_ number: Int) -> UUID {
    UUID(uuid: (UInt8(number), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1))
  }

  private static func value(_ name: String, _ generator: inout SeededGenerator) -> RecordValue {
    let number = Int.random(in: -1...6, using: &generator)
    guard number < 6 else { return .null }
    switch name {
    case "": return .row(Int64(number))
    case "shelf": return .row(Int64(number))
    case "price": return .decimal(number == 5 ? .nan : Decimal(number) / 2)
    case "made": return .date(Date(timeIntervalSinceReferenceDate: Double(number)))
    case "weight": return .real([0, .nan, .infinity, -2.5, 1, 0.5][max(0, number)])
    case "count": return .integer(Int64(number))
    case "isNew": return .bool(number > 2)
    case "number": return .uuid(uuid(max(0, number)))
    default: return .text("K\(number)")
    }
  }

  private func condition(_ depth: Int, _ generator: inout SeededGenerator) -> RecordCondition {
    let names = ["price", "made", "weight", "count", "isNew", "number", "code", "shelf", ""]
    let name = names.randomElement(using: &generator) ?? ""
    let path = RecordPath(name.isEmpty ? [] : [name])
    let comparison =
      name == "number" || name == "shelf"
      ? RecordCondition.Comparison.equal
      : RecordCondition.Comparison.allCases.randomElement(using: &generator) ?? .equal
    func further() -> RecordCondition { condition(depth - 1, &generator) }
    switch Int.random(in: 0..<(depth > 0 ? 7 : 3), using: &generator) {
    case 0, 1: return .compare(path, comparison, Self.value(name, &generator))
    case 2:
      return .isOne(path, of: (0..<3).map { _ in Self.value(name, &generator) })
    case 3: return .and([further(), further()])
    case 4: return .or([further(), further()])
    default: return .not(further())
    }
  }

  @Test func conditionsFindTheSameRowsAsFiles() throws {
    var generator = SeededGenerator(seed: TestRun.seed(19))
    var found = 0
    for _ in 0..<TestRun.count(10_000, atLeast: 300) {
      var query = RecordQuery("Item")
      query.condition = condition(3, &generator)
      let wanted = try here.engine.rows(query).map(\.key)
      #expect(
        try there.engine.rows(query).map(\.key) == wanted,
        "\(query.condition as Any), \(TestRun.comment)")
      if (1..<60).contains(wanted.count) { found += 1 }
    }
    #expect(found > 50)
  }

  private static func property(
    _ name: String, _ comparison: RecordCondition.Comparison, _ value: RecordValue
  ) -> RecordCondition { .compare(RecordPath(name.isEmpty ? [] : [name]), comparison, value) }

  @Test(
    arguments: [
      (property("", .equal, .row(5)), "row_id = "), (property("", .less, .row(5)), "row_id < "),
      (property("", .lessOrEqual, .row(5)), "row_id <= "),
      (property("", .greater, .row(5)), "row_id > "),
      (property("", .greaterOrEqual, .row(5)), "row_id >= "),
      (.isOne(RecordPath([]), of: [.row(1), .row(5)]), "row_id = "),
      (property("shelf", .equal, .row(2)), "shelf_id = "),
      (property("shelf", .equal, .null), "shelf_id IS NULL"),
      (property("weight", .less, .real(1)), "weight < "),
      (property("made", .equal, .date(Date(timeIntervalSinceReferenceDate: 1))), "made = "),
      (property("count", .greaterOrEqual, .integer(1)), "count >= "),
      (property("number", .equal, .uuid(uuid(1))), "number = "),
      (property("price", .equal, .decimal(1)), "price"),
      (property("code", .equal, .text("b5")), "code = "),
      (.not(property("code", .notEqual, .text("b5"))), "code = "),
      (.not(.not(property("count", .less, .integer(1)))), "count < "),
      (
        .not(.or([property("", .notEqual, .row(5)), property("count", .less, .integer(1))])),
        "row_id = "
      ),
    ] as [(RecordCondition, String)])
  func conditionsUseAnIndex(_ condition: RecordCondition, _ part: String) throws {
    let texts = Mutex<[String]>([])
    let observers = there.engine.session.store.statementObservers
    let number = observers.add(wantsValues: false) { run in
      texts.withLock { $0.append(run.text) }
    }
    var query = RecordQuery("Item")
    query.condition = condition
    _ = try there.engine.count(query)
    observers.remove(number)
    let text = try #require(texts.withLock { $0.first { $0.hasPrefix("SELECT COUNT") } })
    let count = (1...9).filter { text.contains("$\($0)") }.count
    let values = Array(repeating: "NULL", count: count).joined(separator: ", ")
    let plan = try there.engine.reading { connection in
      // With so few rows the server would scan the table, or use the index of entities.
      try connection.execute("SET enable_seqscan TO off")
      try connection.execute("DROP INDEX item_row_entity_idx")
      try connection.execute("SET plan_cache_mode TO force_generic_plan")
      try connection.execute("PREPARE asked AS \(text)")
      return try connection.rows(
        "EXPLAIN (COSTS OFF) EXECUTE asked\(count > 0 ? "(\(values))" : "")"
      )
      .compactMap(\.[0].text)
    }
    let conditions = plan.filter { $0.contains("Index Cond:") }
    #expect(conditions.contains { $0.contains(part) }, "\(plan.joined(separator: "\n"))")
  }
}
