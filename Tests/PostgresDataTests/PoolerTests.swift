import Foundation
import Locks
import OpenSwiftData
import PostgresData
import PostgresDriver
import PostgresTesting
import SQLCore
import Testing

/// Stores of one database that share pgbouncer's connections; each transaction gets one of two.
@Suite(
  "Stores behind a pooler", .serialized,
  .enabled("pgbouncer is not installed") {
    try PostgresServer.isInstalled && PostgresServer.shared.hasPooler
  })
struct PoolerTests {
  @Model
  final class Sheet {
    @Attribute(.unique) var number: Int
    var text: String
    @Relationship(inverse: \Mark.sheet) var marks: [Mark] = []
    @Relationship(inverse: \Tag.sheets) var tags: [Tag] = []

    init(_ number: Int, _ text: String) { (self.number, self.text) = (number, text) }
  }

  @Model
  final class Mark {
    var number: Int
    var sheet: Sheet?

    init(_ number: Int) { self.number = number }
  }

  @Model
  final class Tag {
    var name: String
    var sheets: [Sheet] = []

    init(_ name: String) { self.name = name }
  }

  private let server: PostgresServer
  private let database = "pooled_\(UUID().uuidString.prefix(8).lowercased())"

  init() throws {
    server = try PostgresServer.shared
    try PostgresConnection(PostgresSettings(server.address())).execute(
      "CREATE DATABASE \(database)")
  }

  private func address(_ mode: String) throws -> String {
    server.address(port: try server.pooler(mode), database: database)
  }

  private func container(
    _ schema: String, _ mode: String = "transaction", isDeclared: Bool = true
  ) throws -> ModelContainer {
    var configuration = PostgresConfiguration(try address(mode), databaseSchema: schema)
    configuration.hasTransactionPooler = isDeclared
    return try ModelContainer(
      for: Schema([Sheet.self, Mark.self, Tag.self]), configurations: [configuration])
  }

  @Test func storesOfTwoSchemasStayApart() throws {
    let names = ["west", "east"]
    let containers = try names.map { try container($0) }
    let problems = Mutex<[String]>([])
    DispatchQueue.concurrentPerform(iterations: 8) { thread in
      let (name, container) = (names[thread % 2], containers[thread % 2])
      for round in 0..<15 {
        do {
          let context = ModelContext(container)
          context.insert(Sheet(thread * 1_000 + round, name))
          try context.save()
          let found = try context.fetch(FetchDescriptor<Sheet>())
          guard let stray = found.first(where: { $0.text != name }) else { continue }
          problems.withLock { $0.append("\(name) sees \(stray.number) of \(stray.text)") }
        } catch { problems.withLock { $0.append("\(name): \(error)") } }
      }
    }
    #expect(problems.withLock { $0 } == [])
    let direct = try PostgresConnection(PostgresSettings(server.address(database: database)))
    for name in names {
      #expect(
        try direct.rows("SELECT text, count(*) FROM \(name).sheet GROUP BY text")
          == [[.text(name), .integer(60)]])
    }
  }

  /// Sets the search path of all connections of the pooler to a schema with the same tables.
  private func mislead(to schema: String) throws {
    let settings = PostgresSettings(try address("transaction"), hasTransactionPooler: true)
    let clients = try (0..<2).map { _ in try PostgresConnection(settings) }
    for client in clients { try client.execute("BEGIN") }
    for client in clients { try client.execute("SET search_path TO \(schema)") }
    for client in clients { try client.execute("COMMIT") }
  }

  @Test func searchPathsOfOthersDoNotMatter() throws {
    _ = try container("other")
    try mislead(to: "other")
    let store = try container("own")
    let context = ModelContext(store)
    let sheet = Sheet(1, "first")
    context.insert(sheet)
    sheet.marks = [Mark(1), Mark(2), Mark(3)]
    sheet.tags = [Tag("a"), Tag("b")]
    try context.save()
    // An order that differs from the keys' order is stored in a separate table.
    sheet.marks = sheet.marks.sorted { $0.number > $1.number }
    try context.save()

    let other = ModelContext(store)
    let found = try #require(try other.fetch(FetchDescriptor<Sheet>()).first)
    #expect(found.marks.map(\.number) == [3, 2, 1])
    #expect(found.tags.map(\.name).sorted() == ["a", "b"])
    #expect(
      try other.fetchCount(FetchDescriptor<Mark>(predicate: #Predicate { $0.number > 1 })) == 2)
    let joined = #Predicate<Mark> { $0.sheet?.text == "first" }
    #expect(
      try other.fetch(
        FetchDescriptor(predicate: joined, sortBy: [SortDescriptor(\.sheet?.number)])
      ).count == 3)
    let any = #Predicate<Sheet> { $0.tags.contains { $0.name == "b" } }
    #expect(try other.fetchCount(FetchDescriptor(predicate: any)) == 1)
    try other.update(
      Sheet.self, where: #Predicate { $0.number == 1 }, .set(\.text, to: "second"))
    let again = Sheet(1, "third")
    other.insert(again)
    try other.save()
    other.delete(found.marks[0])
    found.tags.removeLast()
    try other.save()
    // Readers see a transaction only once older ones have ended, those of other tests included.
    _ = try other.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>())
    let direct = try PostgresConnection(PostgresSettings(server.address(database: database)))
    #expect(
      try direct.rows("SELECT count(*) >= 4 FROM own.openswiftdata_transaction") == [[.bool(true)]])
    try other.deleteHistory(HistoryDescriptor<DefaultHistoryTransaction>())
    #expect(try direct.rows("SELECT text FROM own.sheet") == [[.text("third")]])
    #expect(try direct.rows("SELECT count(*) FROM own.mark") == [[.integer(2)]])
    for table in [
      "sheet", "mark", "tag", "openswiftdata_transaction", "openswiftdata_change",
      "openswiftdata_order",
    ] {
      #expect(try direct.rows("SELECT 1 FROM other.\(table)").isEmpty, "\(table)")
    }
    try store.erase()
    #expect(try direct.rows("SELECT 1 FROM own.sheet").isEmpty)
  }

  /// A program must declare a transaction pooler; otherwise it gets an error.
  @Test func undeclaredPoolersAreRefused() throws {
    let declared = try container("declared")
    let error = #expect(throws: SwiftDataError.self) {
      try container("undeclared", isDeclared: false)
    }
    #expect(error == .storeCannotBeOpened)
    let text = error.map { "\($0)" } ?? ""
    #expect(text.contains("PgBouncer"), "\(text)")
    #expect(text.contains("hasTransactionPooler"), "\(text)")
    let direct = try PostgresConnection(PostgresSettings(server.address(database: database)))
    #expect(try direct.rows("SELECT 1 FROM pg_namespace WHERE nspname = 'undeclared'").isEmpty)
    // No session state stays on the pooler's connections.
    let context = ModelContext(declared)
    context.insert(Sheet(1, "declared"))
    try context.save()
    #expect(try ModelContext(declared).fetchCount(FetchDescriptor<Sheet>()) == 1)
  }

  @Test func serializableTransactionsLoseNothing() throws {
    let store = try container("balance")
    let context = ModelContext(store)
    context.insert(Sheet(100, "balance"))
    try context.save()
    let problems = Mutex<[String]>([])
    onThreads(4) { _ in
      for _ in 0..<20 {
        do {
          let context = ModelContext(store)
          try context.transaction(.serializable) {
            let sheet = try context.fetch(FetchDescriptor<Sheet>())[0]
            sheet.number -= 1
          }
        } catch { problems.withLock { $0.append("\(error)") } }
      }
    }
    #expect(problems.withLock { $0 } == [])
    #expect(try ModelContext(store).fetch(FetchDescriptor<Sheet>()).map(\.number) == [20])
  }

  @Test func poolersOfSessionsNeedNotBeDeclared() throws {
    let store = try container("session", "session", isDeclared: false)
    let context = ModelContext(store)
    context.insert(Sheet(1, "session"))
    try context.save()
    #expect(try ModelContext(store).fetchCount(FetchDescriptor<Sheet>()) == 1)
  }
}
