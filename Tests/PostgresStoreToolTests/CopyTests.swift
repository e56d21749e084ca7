import DataSchema
import Foundation
import PostgresStoreTool
import PostgresTesting
import RecordStore
import SQLCore
import StoreTool
import SwiftDataErrors
import Testing

@Suite("Copying", .enabled(if: CopyPlace.isAvailable, CopyPlace.reason), .timeLimit(.minutes(20)))
struct CopyTests {
  private let place: CopyPlace
  /// A date of whole microseconds.
  private static let date = Date(timeIntervalSinceReferenceDate: 700_000_000.25)

  init() throws { place = try CopyPlace() }

  private func shop(date: Date = date) throws -> String {
    try ShopModel.fill(place.file("shop.store", ShopModel.model), date: date)
    return place.path("shop.store")
  }

  @Test func storesAreCopiedThereAndBack() throws {
    let (file, address, back) = (try shop(), try place.address(), place.path("back.store"))
    let there = CopyRun("copy", file, address)
    #expect(there.status == .good, "\(there.messages)")
    #expect(there.messages.isEmpty, "\(there.messages)")
    #expect(there.output.contains("Book"))
    let again = CopyRun("copy", address, back)
    #expect(again.status == .good, "\(again.messages)")
    #expect(again.output == there.output, "\(again.messages)")
    let difference = CopyRun("diff", file, back, "--contents")
    #expect(difference.status == .good, "\(difference.output)\(difference.messages)")
    let other = CopyRun("diff", address, back, "--contents")
    #expect(other.status == .good, "\(other.output)\(other.messages)")
    #expect(CopyRun("diff", address, file).status == .good)
    for store in [address, back] {
      let check = CopyRun("check", store)
      #expect(check.status == .good, "\(check.output)\(check.messages)")
    }
  }

  /// A document on a server becomes an archive in a file again, as readers of files expect.
  @Test func copiesKeepTheFormOfCodedValues() throws {
    let (file, address, back) = (try shop(), try place.address(), place.path("back.store"))
    #expect(CopyRun("copy", file, address).status == .good)
    #expect(CopyRun("copy", address, back).status == .good)
    let rows = try RecordEngine(StoreOptions(name: "back", path: back)).rows(RecordQuery("Item"))
    let tags = rows.compactMap { row -> Data? in
      guard case .data(let bytes)? = row.values["tags"] else { return nil }
      return bytes
    }
    let text = try #require(tags.compactMap { KeyedArchive.data(of: $0) }.first)
    let object = try #require(try JSONSerialization.jsonObject(with: text) as? [String: Any])
    #expect(object["long"] as? Int == 1)
    #expect((object["a"] as? [Any])?.count == 2)
    #expect(tags.count == 2)
    #expect(tags.contains(Data([9, 0, 255])))
  }

  @Test func copiesKeepOrderAndKeys() throws {
    let (file, address, back) = (try shop(), try place.address(), place.path("back.store"))
    #expect(CopyRun("copy", file, address).status == .good)
    #expect(CopyRun("copy", address, back).status == .good)
    let one = try RecordEngine(StoreOptions(name: "one", path: file))
    let two = try RecordEngine(StoreOptions(name: "two", path: back))
    let server = try PostgresStoreKind().openForWriting(address)
    #expect(try one.members(of: 1, "Label", "items").count == 3)
    for engine in [two, server] {
      for key in [Int64(1), 2] {
        #expect(
          try engine.members(of: key, "Label", "items") == one.members(of: key, "Label", "items"))
      }
      #expect(
        try engine.members(of: 1, "Shelf", "items") == one.members(of: 1, "Shelf", "items"))
      // New rows get unused keys.
      var changes = RecordChanges(author: "test")
      let new = changes.insert("Item", ["code": .text("new")])
      let known = try engine.rows(RecordQuery("Item")).map(\.key)
      let key = try #require(try engine.save(changes).keys[new])
      #expect(!known.contains(key))
      #expect(key > known.max() ?? 0)
    }
  }

  @Test func storesAreCopiedWithinAKind() throws {
    let (file, address) = (try shop(), try place.address())
    #expect(CopyRun("copy", file, place.path("second.store")).status == .good)
    #expect(CopyRun("diff", file, place.path("second.store"), "--contents").status == .good)
    #expect(CopyRun("copy", file, address).status == .good)
    let other = try place.address()
    #expect(CopyRun("copy", address, other).status == .good)
    #expect(CopyRun("diff", address, other, "--contents").status == .good)
  }

  @Test func roundedValuesAreReported() throws {
    let file = try shop(date: Date(timeIntervalSinceReferenceDate: 700_000_000.123_456_7))
    let trial = CopyRun("copy", file, try place.address(), "--dry-run")
    #expect(trial.status == .good)
    #expect(trial.output.isEmpty)
    #expect(
      trial.messages
        == "swiftdata: Item.made: a date that is stored to the microsecond (row 1).\n")
    let address = try place.address()
    let copy = CopyRun("copy", file, address)
    #expect(copy.status == .good)
    #expect(copy.messages == trial.messages)
    let row = try #require(try PostgresStoreKind().open(address).engine.row(1, of: "Item"))
    let kept = Date(timeIntervalSinceReferenceDate: 700_000_000.123_457)
    #expect(row["made"] == .date(kept))
  }

  @Test func unsupportedValuesPreventTheCopy() throws {
    let file = try shop()
    let engine = try RecordEngine(StoreOptions(name: "shop", path: file))
    var changes = RecordChanges(author: "test")
    changes.insert("Shelf", ["name": .text("a\0b")])
    changes.insert(
      "Item", ["code": .text("old"), "made": .date(Date(timeIntervalSinceReferenceDate: -1e15))])
    try engine.save(changes)
    let address = try place.address()
    let copy = CopyRun("copy", file, address)
    #expect(copy.status == .different)
    #expect(copy.output.isEmpty)
    #expect(
      copy.messages.contains(
        "Shelf.name: a text with the character NUL, which PostgreSQL cannot store (row 2).\n"))
    #expect(copy.messages.contains("Item.made: a date that PostgreSQL cannot store"))
    #expect(copy.messages.hasSuffix("Nothing was copied.\n"))
    #expect(CopyRun("info", address).status == .cannotOpen)
    #expect(CopyRun("copy", file, place.path("second.store")).status == .good)
  }

  /// A case whose only value is nil has a marker of another type, which a file stores and a server
  /// does not.
  @Test func fileCopiesKeepCaseMarks() throws {
    let alarm = CompositeDescription(
      name: "alarm",
      elements: [
        .composite(
          CompositeDescription(
            name: "weekly", isOptional: true,
            elements: [
              .attribute(AttributeDescription(name: "day", type: .integer64, isOptional: true))
            ])),
        .attribute(AttributeDescription(name: "tags", type: .binaryData, isOptional: true)),
      ])
    let engine = try place.file(
      "alarms.store",
      ModelDescription(entities: [
        EntityDescription(name: "Reminder", properties: [.composite(alarm)])
      ]))
    var changes = RecordChanges(author: "test")
    changes.insert(
      "Reminder", ["alarm": .composite(["weekly": .composite(["day": .data(Data())])])])
    changes.insert("Reminder", ["alarm": .composite(["tags": .integer(0)])])
    try engine.save(changes)
    // No other value of a different type is accepted.
    for part: RecordValue in [.data(Data([1])), .text("")] {
      var wrong = RecordChanges(author: "test")
      wrong.insert("Reminder", ["alarm": .composite(["weekly": .composite(["day": part])])])
      #expect(throws: SwiftDataError.valueCannotBeStored) { try engine.save(wrong) }
    }
    let (file, second) = (place.path("alarms.store"), place.path("second.store"))
    #expect(CopyRun("copy", file, second).status == .good)
    #expect(CopyRun("diff", file, second, "--contents").status == .good)
    let rows = try RecordEngine(StoreOptions(name: "second", path: second))
      .rows(RecordQuery("Reminder"))
    #expect(
      rows.map { $0["alarm"] } == (try engine.rows(RecordQuery("Reminder"))).map { $0["alarm"] })
    let address = try place.address()
    let copy = CopyRun("copy", file, address)
    #expect(copy.status != .good, "\(copy.messages)")
    #expect(copy.messages.contains("contains only nil"), "\(copy.messages)")
    #expect(CopyRun("info", address).status == .cannotOpen)
  }

  @Test func existingTargetsAreRefused() throws {
    let (file, address) = (try shop(), try place.address())
    #expect(CopyRun("copy", file, file).status == .failed)
    #expect(CopyRun("copy", file, address).status == .good)
    let again = CopyRun("copy", file, address)
    #expect(again.status == .cannotOpen, "\(again.messages)")
    #expect(again.messages.contains("already"), "\(again.messages)")
    #expect(CopyRun("copy", address, file).status == .failed)
    #expect(CopyRun("copy", file, place.path("none/there.store")).status == .failed)
    #expect(CopyRun("copy", place.path("none.store"), address).status == .cannotOpen)
  }

  @Test func failedCopiesLeaveNothing() throws {
    struct Interruption: Error {}
    let engine = try place.file("shop.store", ShopModel.model)
    try ShopModel.fill(engine, date: Self.date)
    let (address, path) = (try place.address(), place.path("half.store"))
    let kinds: [(any StoreMaking, String)] = [
      (PostgresStoreKind(), address), (SQLiteStoreKind(), path),
    ]
    for (kind, place) in kinds {
      #expect(throws: Interruption.self) {
        try kind.make(place, holding: engine.model, nil) { filler in
          try filler.insert(engine.rows(RecordQuery("Item")))
          throw Interruption()
        }
      }
    }
    #expect(CopyRun("info", address).status == .cannotOpen)
    let left = try FileManager.default.contentsOfDirectory(atPath: place.url.path)
    #expect(!left.contains { $0.contains("half") }, "\(left)")
  }

  @Test func commandsReadServersLikeFiles() throws {
    let (file, address) = (try shop(), try place.address())
    #expect(CopyRun("copy", file, address).status == .good)
    let info = CopyRun("info", address)
    #expect(info.status == .good, "\(info.messages)")
    #expect(info.output.contains("PostgreSQL 1"), "\(info.messages)")
    #expect(!info.output.contains("password"))
    #expect(CopyRun("schema", address).output == CopyRun("schema", file).output)
    for line in [
      ["query", "Item", "--where", "weight < 0 or weight > 5", "--columns", "@key,code,weight"],
      ["query", "Book", "--where", "related.weight == -0.25", "--columns", "@key,author"],
      ["query", "Label", "--where", "items.count > 1"], ["query", "Item", "--count"],
      ["query", "Item", "--where", "code == \"book\" or code > \"c\"", "--columns", "@key,code"],
      ["query", "Item", "--where", "code contains \"book\"", "--sort", "-code"],
      ["get", "Book", "2"],
    ] {
      let (command, rest) = (line[0], Array(line.dropFirst()))
      let (there, here) = (run([command, address] + rest), run([command, file] + rest))
      #expect(there.status == .good, "\(line) \(there.messages)")
      #expect(there.output == here.output, "\(line) \(there.messages)")
    }
    let folder = place.path("rows")
    #expect(CopyRun("export", address, "--output", folder).status == .good)
    #expect(CopyRun("history", address).status == .good)
    _ = try place.file("empty.store", ShopModel.model)
    let filled = try place.address()
    #expect(CopyRun("copy", place.path("empty.store"), filled).status == .good)
    let imported = CopyRun("import", filled, folder)
    #expect(imported.status == .good, "\(imported.messages)")
    #expect(CopyRun("query", filled, "Item", "--count").output == "3\n")
    // Transactions that others on the server started earlier must end first, such as migrations; the
    // limit only ends a test that hangs.
    var history = ""
    for _ in 0..<6_000 where !history.contains("swiftdata") {
      history = CopyRun("history", filled).output
      if history.isEmpty { usleep(100_000) }
    }
    #expect(history.contains("swiftdata"))
    #expect(CopyRun("migrate", address, "--to", file).output.contains("there is nothing to do"))
  }

  @Test func migrationsOfServersArePlanned() throws {
    var newer = ShopModel.model
    newer.versionIdentifiers = ["2.0.0"]
    newer.entities[2].properties.append(
      .attribute(
        AttributeDescription(name: "height", type: .integer64, defaultValue: .integer(3))))
    _ = try place.file("newer.store", newer)
    _ = try place.file("old.store", ShopModel.model)
    let address = try place.address()
    #expect(CopyRun("copy", place.path("old.store"), address).status == .good)
    let plan = CopyRun("migrate", address, "--to", place.path("newer.store"), "--plan", "--sql")
    #expect(plan.status == .good, "\(plan.output)\(plan.messages)")
    let lines = plan.output.split(separator: "\n")
    #expect(lines.contains { $0.hasPrefix("SET LOCAL search_path TO ") })
    #expect(lines.contains { $0.contains("ADD") && $0.contains("height") })
    #expect(lines.last == "COMMIT;")
    let run = CopyRun("migrate", address, "--to", place.path("newer.store"))
    #expect(run.status == .failed)
    #expect(run.messages.contains("--plan"))
    #expect(CopyRun("schema", address).output.contains("height") == false)
  }

  /// A decimal NaN sorts before all numbers, and after missing values.
  @Test func serversSortDecimalsLikeFiles() throws {
    let engine = try place.file("prices.store", ShopModel.model)
    var changes = RecordChanges(author: "test")
    let prices: [RecordValue] = [
      .decimal(1), .decimal(.nan), .null, .decimal(-2), .decimal(.nan), .null,
    ]
    for (number, price) in prices.enumerated() {
      changes.insert("Item", ["code": .text("\(number)"), "price": price])
    }
    try engine.save(changes)
    let (file, address) = (place.path("prices.store"), try place.address())
    #expect(CopyRun("copy", file, address).status == .good)
    for (order, keys) in [("price", "3 6 2 5 4 1"), ("-price", "1 4 2 5 3 6")] {
      for store in [file, address] {
        let query = CopyRun(
          "query", store, "Item", "--sort", order, "--columns", "@key", "--format", "csv")
        let found = query.output.split(whereSeparator: \.isNewline).dropFirst()
        #expect(found.joined(separator: " ") == keys, "\(order): \(query.messages)")
      }
    }
  }

  private func run(_ line: [String]) -> CopyRun { CopyRun(line) }
}
