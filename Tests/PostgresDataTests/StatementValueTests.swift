import Foundation
import Locks
import OpenSwiftData
import PostgresData
import PostgresTesting
import Testing

/// Statements with their values, for observers that request values.
@Suite("Values of statements", .enabled(if: PostgresServer.isInstalled))
struct StatementValueTests {
  @Model
  final class Item {
    @Attribute(.unique) var name: String
    var count: Int
    var price: Decimal
    var isNew: Bool
    var day: Date
    var code: UUID
    var bytes: Data
    var note: String?

    init(_ name: String, _ count: Int) {
      (self.name, self.count, price, isNew) = (name, count, Decimal(string: "12.50") ?? 0, true)
      (day, bytes) = (Date(timeIntervalSinceReferenceDate: 0), Data([1, 255]))
      code = UUID(uuidString: "00000000-0000-0000-0000-00000000000A") ?? UUID()
    }
  }

  private let container: ModelContainer

  init() throws {
    container = try ModelContainer(
      for: Schema([Item.self]),
      configurations: [
        PostgresConfiguration(
          try PostgresServer.shared.address(),
          databaseSchema: "values_\(UUID().uuidString.prefix(8).lowercased())")
      ])
  }

  @Test func valuesAreShownOnRequest() throws {
    let events = Mutex<[StatementEvent]>([])
    let discreet = Mutex<[StatementEvent]>([])
    let observations = [
      container.observeStatements(includingValues: true) { event in
        events.withLock { $0.append(event) }
      },
      container.observeStatements { event in discreet.withLock { $0.append(event) } },
    ]
    let context = ModelContext(container)
    let (name, limit) = ("it's $1", -3)
    context.insert(Item(name, 7))
    try context.save()
    let day = Date(timeIntervalSinceReferenceDate: 0)
    let found = try context.fetch(
      FetchDescriptor<Item>(
        predicate: #Predicate { $0.name == name && $0.count > limit && $0.day >= day }))
    #expect(found.count == 1)
    for observation in observations { observation.cancel() }

    #expect(discreet.withLock { $0 }.allSatisfy { $0.expandedSQL == nil })
    let seen = events.withLock { $0 }
    #expect(!seen.isEmpty)
    #expect(seen.allSatisfy { $0.expandedSQL != nil })
    let insert = try #require(seen.first { $0.sql.hasPrefix("INSERT") }?.expandedSQL)
    for text in [
      "'it''s $1'", "7", "12.5", "TRUE", "'2001-01-01 00:00:00+00'::timestamptz",
      "'00000000-0000-0000-0000-00000000000a'::uuid", "'\\x01ff'::bytea", "NULL",
    ] {
      #expect(insert.contains(text), "\(text) in \(insert)")
    }
    let fetch = try #require(
      seen.first { $0.sql.hasPrefix("SELECT") && $0.sql.contains("\"price\"") }?.expandedSQL)
    for text in ["'it''s $1'", "> -3", "'2001-01-01 00:00:00+00'::timestamptz"] {
      #expect(fetch.contains(text), "\(text) in \(fetch)")
    }
  }

  /// A range of keys is faster than a list of them.
  @Test func batchesOfConsecutiveKeysAreRanges() throws {
    let context = ModelContext(container)
    for number in 0..<30 { context.insert(Item("\(number)", number)) }
    try context.save()
    let texts = Mutex<[String]>([])
    let observation = container.observeStatements { event in
      texts.withLock { $0.append(event.sql) }
    }
    defer { observation.cancel() }
    var sum = 0
    try ModelContext(container).enumerate(FetchDescriptor<Item>(), batchSize: 10) {
      sum += $0.count
    }
    #expect(sum == 435)
    let batches = texts.withLock { $0 }.filter { $0.contains("\"price\"") }
    #expect(batches.count == 3)
    #expect(batches.allSatisfy { $0.contains("BETWEEN") })
  }
}
