import DataSync
import Foundation
import OpenSwiftData
import Testing

/// Records that lack properties of the models, or have unreadable ones.
///
/// Two versions of one program can cause this.
@Suite("Records of other versions")
struct UnreadableValueTests {
  struct Place: Codable, Equatable {
    var x = 1
    var name = "here"
  }

  enum Kind: String, Codable { case one, two }

  enum Before {
    @Model final class Item {
      var code: String = ""
      init(code: String) { self.code = code }
    }
  }

  enum After {
    @Model final class Item {
      var code: String = ""
      var added: Int = 7
      var note: String = "n"
      var flag: Bool = true
      var date: Date = Date(timeIntervalSince1970: 1_000)
      var data: Data = Data([1])
      var price: Decimal = 12.5
      var key: UUID = UUID()
      var list: [String] = ["default"]
      var place: Place = Place(x: 5, name: "there")
      var kind: Kind = Kind.two
      var small: UInt8 = 9
      var other: String? = "is nil"
      init(code: String) { self.code = code }
    }

    @Model final class Box {
      var name: String = ""
      @Relationship var items: [Item] = []
      init(name: String) { self.name = name }
    }
  }

  private let server = MemoryServer()
  private var provider: MemoryProvider { MemoryProvider(server) }

  private static func container(_ types: [any PersistentModel.Type]) throws -> ModelContainer {
    try ModelContainer(
      for: Schema(types), configurations: ModelConfiguration(isStoredInMemoryOnly: true))
  }

  private static func items(_ container: ModelContainer) throws -> [After.Item] {
    try ModelContext(container).fetch(FetchDescriptor<After.Item>(sortBy: [SortDescriptor(\.code)]))
  }

  @Test func missingFieldsGetTheModelsDefaults() async throws {
    let old = try Self.container([Before.Item.self])
    let context = ModelContext(old)
    context.insert(Before.Item(code: "old"))
    try context.save()
    try await SyncEngine(old, provider).syncNow()
    let new = [
      try Self.container([After.Item.self, After.Box.self]),
      try Self.container([After.Item.self, After.Box.self]),
    ]
    for container in new { try await SyncEngine(container, provider).syncNow() }
    for container in new {
      let item = try #require(try Self.items(container).first)
      #expect(item.code == "old")
      #expect(item.added == 7)
      #expect(item.note == "n")
      #expect(item.flag)
      #expect(item.date == Date(timeIntervalSince1970: 1_000))
      #expect(item.data == Data([1]))
      #expect(item.price == 12.5)
      #expect(item.list == ["default"])
      #expect(item.small == 9)
      #expect(item.place == Place(x: 5, name: "there"))
      #expect(item.kind == .two)
      #expect(item.other == nil)
    }
    // All devices have the same key.
    #expect(try Set(new.map { try Self.items($0)[0].key }).count == 1)
    // No device changed anything.
    for container in new {
      let report = try await SyncEngine(container, provider).syncNow()
      #expect(report.sent == 0)
    }
  }

  /// A record changes its kind: the former row is deleted, and one of the new kind is inserted.
  @Test(arguments: [false, true], [false, true])
  func recordsCanChangeTheirKinds(_ isEdited: Bool, _ isMember: Bool) async throws {
    let types: [any PersistentModel.Type] = [After.Item.self, After.Box.self]
    let containers = [try Self.container(types), try Self.container(types)]
    let engines = try containers.map { try SyncEngine($0, provider) }
    let item = SyncRecord(name: "r", kind: "Item", fields: ["code": .text("item")])
    let tag = try await Self.write(item, provider)
    try await engines[0].syncNow()
    let context = ModelContext(containers[0])
    if isEdited { try context.fetch(FetchDescriptor<After.Item>())[0].note = "edited" }
    if isMember {
      let box = After.Box(name: "other")
      context.insert(box)
      box.items = try context.fetch(FetchDescriptor<After.Item>())
    }
    try context.save()
    let box = SyncRecord(name: "r", kind: "Box", fields: ["name": .text("box")], tag: tag)
    var reports: [SyncReport] = []
    let boxTag = try await Self.write(box, provider)
    for engine in engines + engines { reports.append(try await engine.syncNow()) }
    #expect(reports[0].conflicts == (isEdited ? 1 : 0))
    for container in containers {
      #expect(try Self.items(container).isEmpty)
      let boxes = try ModelContext(container).fetch(FetchDescriptor<After.Box>())
      #expect(boxes.map(\.name).sorted() == (isMember ? ["box", "other"] : ["box"]))
      let members = boxes.flatMap(\.items)
      #expect(members.isEmpty)
    }
    // And back again, with a kind that can be a member once more.
    var again = item
    again.tag = boxTag
    _ = try await Self.write(again, provider)
    for engine in engines + engines { try await engine.syncNow() }
    for container in containers {
      #expect(try Self.items(container).map(\.code) == ["item"])
      let boxes = try ModelContext(container).fetch(FetchDescriptor<After.Box>())
      #expect(boxes.map(\.name) == (isMember ? ["other"] : []))
    }
  }

  private static let values: [(String, SyncValue)] = [
    ("list", .data(Data("nonsense".utf8))), ("small", .integer(300)), ("small", .integer(-1)),
    ("kind", .composite(["kind": .text("three")])), ("list", .data(Data())),
  ]

  @Test(arguments: 0..<values.count, [false, true])
  func unreadableRecordsAreSetAsideUntilReadable(_ number: Int, _ isKnown: Bool) async throws {
    let (property, value) = Self.values[number]
    let container = try Self.container([After.Item.self, After.Box.self])
    let engine = try SyncEngine(container, provider)
    let context = ModelContext(container)
    let (item, box) = (After.Item(code: "a"), After.Box(name: "box"))
    context.insert(item)
    context.insert(box)
    box.items = [item]
    try context.save()
    try await engine.syncNow()
    var record = SyncRecord(name: "z", kind: "Item", fields: ["code": .text("z")])
    if isKnown {
      record.tag = try await Self.write(record, provider)
      try await engine.syncNow()
      #expect(try Self.items(container).map(\.code) == ["a", "z"])
    }
    var bad = record
    (bad.fields[property], bad.fields["code"]) = (value, .text("y"))
    let tag = try await Self.write(bad, provider)
    let report = try await engine.syncNow()
    #expect(report.setAside == 1)
    let aside = try #require(try await engine.recordsSetAside().first)
    #expect(aside.name == "z")
    #expect(aside.kind == "Item")
    #expect(aside.reason.property == property)
    #expect(aside.reason.advice != nil)
    #expect(try Self.items(container).map(\.code) == (isKnown ? ["a", "z"] : ["a"]))
    let fetched = try ModelContext(container).fetch(FetchDescriptor<After.Box>())
    #expect(fetched[0].items.map(\.code) == ["a"])
    // Local edits are not sent over a version that cannot be read.
    if isKnown {
      let editor = ModelContext(container)
      let known = try editor.fetch(FetchDescriptor<After.Item>()).first { $0.code == "z" }
      known?.note = "edited"
      try editor.save()
      try await engine.syncNow()
      #expect(await server.records["z"]?.tag == tag)
    }
    record.tag = tag
    record.fields[property] = nil
    record.fields["code"] = .text("x")
    _ = try await Self.write(record, provider)
    #expect(try await engine.syncNow().setAside == 0)
    let items = try Self.items(container)
    #expect(items.map(\.code) == ["a", "x"])
    if isKnown { #expect(items[1].note == "edited") }
  }

  private static func write(_ record: SyncRecord, _ provider: MemoryProvider) async throws
    -> String?
  {
    guard case .saved(let tag) = try await provider.write([.save(record)]).first else { return nil }
    return tag
  }
}
