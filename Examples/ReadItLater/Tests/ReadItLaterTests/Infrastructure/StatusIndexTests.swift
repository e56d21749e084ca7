import ExampleTestSupport
import Foundation
import ReadItLaterCore
import SQLCore
import SQLiteDriver
import StoreFixtures
import SwiftData
import Synchronization
import Testing

@testable import readitlater

/// The third version exactly as the design defines it.
private enum WrittenSchema: VersionedSchema {
  static let models: [any PersistentModel.Type] = [Bookmark.self]
  static let versionIdentifier = Schema.Version(3, 0, 0)

  @Model
  final class Bookmark {
    var id: UUID = UUID()
    var createdAt: Date = Date.now
    var url: String?
    var title: String?
    var statusRawValue: String = BookmarkStatus.inbox.rawValue
    var statusChangedAt: Date = Date.now

    init() {}
  }
}

@Suite("Index on status")
struct StatusIndexTests {
  private let index = "USING INDEX Z_Bookmark_SwiftDataIndexOnBinarystatusRawValue"

  private func open(_ url: URL) throws -> ModelContainer {
    try ModelContainer(
      for: Schema(versionedSchema: AppV3Schema.self), migrationPlan: AppMigrationPlan.self,
      configurations: ModelConfiguration(url: url))
  }

  /// SQLite's plans for the statements that read bookmarks while a body uses a container.
  private func plans(
    _ container: ModelContainer, _ body: (ModelContainer) throws -> Void
  ) throws -> [String] {
    let statements = Mutex<[String]>([])
    let observation = container.observeStatements(includingValues: true) { event in
      if let sql = event.expandedSQL, sql.contains("SELECT"), sql.contains("ZBOOKMARK") {
        statements.withLock { $0.append(sql) }
      }
    }
    try body(container)
    observation.cancel()
    let url = try #require(container.configurations.first?.url)
    let connection = try SQLiteConnection(path: url.path, mode: .readOnly)
    return try statements.withLock(\.self).map { statement in
      // Collations belong to this library; they do not affect how rows are found.
      let plain = statement.replacing(#/ COLLATE swift\w*/#, with: "")
      return try connection.rows("EXPLAIN QUERY PLAN " + plain).compactMap { $0.last?.text }.joined(
        separator: "; ")
    }
  }

  private func expectIndex(in container: ModelContainer) throws {
    // The three queries of the design's tabs.
    let fetches = try plans(container) { container in
      let context = ModelContext(container)
      _ = try context.fetch(
        FetchDescriptor(predicate: #Predicate<Bookmark> { $0.statusRawValue == "inbox" }))
      _ = try context.fetch(
        FetchDescriptor(predicate: #Predicate<Bookmark> { $0.statusRawValue == "bookmark" }))
      _ = try context.fetch(
        FetchDescriptor(predicate: #Predicate<Bookmark> { $0.statusRawValue == "archive" }))
    }
    #expect(fetches.count == 3, "\(fetches)")
    #expect(fetches.allSatisfy { $0.contains(index) }, "\(fetches)")
    let others = try plans(container) { container in
      let store = Store(container: container)
      for status in BookmarkStatus.allCases {
        _ = try store.repository.bookmarks(status)
        _ = store.repository.countByStatus(status)
      }
    }
    #expect(others.count == 6, "\(others)")
    #expect(others.allSatisfy { $0.contains("Binarystatus") }, "\(others)")
    #expect(!others.contains { $0.contains("SCAN") })
  }

  @Test func indexServesEveryTabAndCount() throws {
    try withTemporaryFolder { folder in
      let container = try open(folder.appendingPathComponent("b.store"))
      let context = ModelContext(container)
      for number in 0..<200 {
        context.insert(
          Bookmark(url: "https://e.org/\(number)", status: BookmarkStatus.allCases[number % 3]))
      }
      try context.save()
      try expectIndex(in: container)
    }
  }

  @Test func countsDoNotReadBookmarks() throws {
    let container = try ModelContainer(
      for: Bookmark.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    let context = ModelContext(container)
    for number in 0..<9 { context.insert(Bookmark(url: "https://e.org/\(number)")) }
    try context.save()
    let events = Mutex<[StatementEvent]>([])
    let observation = container.observeStatements { event in events.withLock { $0.append(event) } }
    #expect(BookmarkRepository(modelContext: ModelContext(container)).countByStatus(.inbox) == 9)
    observation.cancel()
    let reading = events.withLock(\.self).filter { $0.sql.contains("ZBOOKMARK") }
    #expect(reading.map(\.rows) == [1])
    #expect(reading.first?.sql.contains("COUNT") == true)
  }

  /// The stored fixtures were created before the index existed.
  @Test(arguments: ["1.0.0", "2.0.0", "3.0.0"])
  func indexIsAddedToStoresOfEachVersion(_ version: String) throws {
    try withTemporaryFolder { folder in
      let url = try StoreFixtures.copy(of: "ReadItLater", version: version, to: folder)
      let connection = try SQLiteConnection(path: url.path, mode: .readOnly)
      let before = try connection.rows("SELECT name FROM sqlite_master WHERE type = 'index'")
      #expect(!before.contains { $0.first?.text?.contains("status") == true })
      try expectIndex(in: try open(url))
    }
  }

  /// Opens a store with the models of the design, which have no index.
  @Test func modelsWithoutAnIndexOpenTheStore() throws {
    try withTemporaryFolder { folder in
      let url = folder.appendingPathComponent("b.store")
      let written = Schema(versionedSchema: WrittenSchema.self)
      let configuration = ModelConfiguration(url: url)
      do {
        let context = ModelContext(
          try ModelContainer(for: written, configurations: configuration))
        context.insert(WrittenSchema.Bookmark())
        try context.save()
      }
      #expect(try ModelContext(open(url)).fetchCount(FetchDescriptor<Bookmark>()) == 1)
      let again = ModelContext(try ModelContainer(for: written, configurations: configuration))
      #expect(try again.fetchCount(FetchDescriptor<WrittenSchema.Bookmark>()) == 1)
    }
  }
}
