import CoreDataFormat
import DataSchema
import Foundation
import OpenSwiftData
import SQLCore
import Testing

/// Migration without a plan.
@Suite("Inferred migration")
struct InferredTests {
  private let store: StoreFixture

  init() throws { store = try StoreFixture() }

  enum Old {
    @Model final class Item {
      var title: String
      var count: Int?
      init(title: String, count: Int? = nil) {
        self.title = title
        self.count = count
      }
    }
    @Model final class Extra {
      var text = ""
      init() {}
    }
  }

  struct Place: Codable, Equatable {
    var name = "here"
    var latitude: Double?
    var token = UUID()
  }

  enum Mood: String, Codable { case good, bad }

  enum New {
    @Model final class Item {
      @Attribute(originalName: "title") var name: String
      var count: Int = 4
      var id = UUID()
      var fixed = UUID(
        uuid: (
          0x9D, 0x1A, 0x5E, 0x2E, 0x0B, 0x1C, 0x4D, 0x2F, 0x8E, 0x3A, 0x12, 0x34, 0x56, 0x78, 0x90,
          0xAB
        ))
      var text = "it's"
      var ratio = 0.5
      var big: Decimal = 12
      var when = Date(timeIntervalSinceReferenceDate: 100)
      var isNew = true
      var tags: [String] = ["a", "b"]
      var mood: Mood = Mood.bad
      var place = Place()
      var link: URL? = URL(string: "https://example.org")
      @Attribute(.externalStorage) var picture = Data([1, 2, 3])
      var missing: Int?
      init(name: String) { self.name = name }
    }
  }

  enum Wrong {
    @Model final class Item {
      var title: Int
      var needed: String
      init(title: Int, needed: String) {
        self.title = title
        self.needed = needed
      }
    }
  }

  private func makeItems() throws {
    let context = try store.open(Schema([Old.Item.self, Old.Extra.self]))
    context.insert(Old.Item(title: "one"))
    context.insert(Old.Item(title: "two", count: 9))
    context.insert(Old.Extra())
    try context.save()
  }

  @Test func rowsGetTheDefaultsOfNewModels() throws {
    try makeItems()
    let context = try store.open(Schema([New.Item.self]))
    let items = try context.fetch(FetchDescriptor<New.Item>(sortBy: [SortDescriptor(\.name)]))
    let new = New.Item(name: "new")
    #expect(items.map(\.name) == ["one", "two"])
    #expect(items.map(\.count) == [4, 9])
    #expect(Set(items.map(\.id)).count == 2)
    #expect(Set(items.map(\.place.token)).count == 2)
    for item in items {
      #expect(item.fixed == new.fixed)
      #expect(item.text == new.text)
      #expect(item.ratio == new.ratio)
      #expect(item.big == new.big)
      #expect(item.when == new.when)
      #expect(item.isNew == new.isNew)
      #expect(item.tags == new.tags)
      #expect(item.mood == new.mood)
      #expect(item.link == new.link)
      #expect(item.place.name == "here")
      #expect(item.place.latitude == nil)
      #expect(item.picture == new.picture)
      #expect(item.missing == nil)
    }
    let ids = items.map(\.id)
    let again = try store.open(Schema([New.Item.self]))
      .fetch(FetchDescriptor<New.Item>(sortBy: [SortDescriptor(\.name)]))
    #expect(again.map(\.id) == ids)
    try StoreChecker(store.url, [New.Item.self]).check()
  }

  @Test func changesThatCannotBeInferredAreRefused() throws {
    try makeItems()
    let contents = try store.contents()
    let error = #expect(throws: SwiftDataError.loadIssueModelContainer) {
      _ = try store.open(Schema([Wrong.Item.self]))
    }
    let lines = "\(error.map { "\($0)" } ?? "")".split(separator: "\n")
    #expect(lines.contains { $0.hasPrefix("- Item.title") && $0.contains(".custom(") })
    #expect(lines.contains { $0.hasPrefix("- Item.needed") && $0.contains("default") })
    #expect(lines.last?.hasPrefix("Solve each problem as its line suggests") == true)
    #expect(error?.recoverySuggestion?.contains("open the store again") == true)
    #expect(try store.contents() == contents)
  }

  @Test func migrationsThatEmptyAStoreAreRefused() throws {
    try makeItems()
    let contents = try store.contents()
    #expect(throws: SwiftDataError.storeSchemaMismatch) { _ = try store.open(TripsV1.self) }
    #expect(try store.contents() == contents)
  }

  @Test func readOnlyStoresAreNotMigrated() throws {
    try makeItems()
    let contents = try store.contents()
    let error = #expect(throws: SwiftDataError.storeSchemaMismatch) {
      _ = try store.open(Schema([New.Item.self]), allowsSave: false)
    }
    #expect("\(error.map { "\($0)" } ?? "")".contains("allowsSave"))
    #expect(try store.contents() == contents)
  }
}

/// Differences that version hashes do not include, and stores that have nothing but these hashes.
extension InferredTests {
  enum Plain {
    @Model final class Note {
      var text: String
      init(text: String) { self.text = text }
    }
  }
  enum Indexed {
    @Model final class Note {
      #Index<Note>([\.text])
      var text: String
      init(text: String) { self.text = text }
    }
  }

  private func indexes() throws -> [String] {
    try store.connect().rows("SELECT name FROM sqlite_master WHERE type = 'index'")
      .compactMap(\.[0].text).filter { $0.contains("Note") }
  }

  @Test func indexesAreCreatedAndDropped() throws {
    try store.open(Schema([Plain.Note.self])).save()
    #expect(try indexes().isEmpty)
    _ = try store.open(Schema([Indexed.Note.self]), allowsSave: false)
    #expect(try indexes().isEmpty)
    _ = try store.open(Schema([Indexed.Note.self]))
    #expect(try indexes().count == 1)
    _ = try store.open(Schema([Plain.Note.self]))
    #expect(try indexes().isEmpty)
  }

  @Test func storesOfNewerVersionsStayUnchanged() throws {
    _ = try store.open(Schema([Indexed.Note.self], version: Schema.Version(2, 0, 0)))
    let contents = try store.contents()
    _ = try store.open(Schema([Plain.Note.self]))
    #expect(try store.contents() == contents)
    _ = try store.open(Schema([Plain.Note.self], version: Schema.Version(3, 0, 0)))
    #expect(try indexes().isEmpty)
    #expect(try store.version == "3.0.0")
  }

  @Test func storesWithoutADescriptionStayUnchanged() throws {
    _ = try store.open(Schema([Plain.Note.self]))
    try store.change { metadata in
      metadata.schema = nil
      metadata.frameworkVersion = 1522
    }
    let contents = try store.contents()
    _ = try store.open(Schema([Indexed.Note.self]))
    _ = try store.open(Schema([Plain.Note.self], version: Schema.Version(3, 0, 0)))
    #expect(try store.contents() == contents)
  }

  @Test func differingStoresWithoutADescriptionAreRefused() throws {
    _ = try store.open(Schema([Plain.Note.self]))
    try store.change { $0.schema = nil }
    try store.setModelCache(nil)
    let contents = try store.contents()
    let error = #expect(throws: SwiftDataError.storeSchemaMismatch) {
      _ = try store.open(TripsV1.self)
    }
    #expect("\(error.map { "\($0)" } ?? "")".contains("plan"))
    #expect(try store.contents() == contents)
  }

  @Test func theOrderOfDeclarationDoesNotMatter() throws {
    _ = try store.open(Schema([Old.Item.self, Plain.Note.self]))
    let contents = try store.contents()
    _ = try store.open(Schema([Plain.Note.self, Old.Item.self]))
    #expect(try store.contents() == contents)
  }
}

/// Renamed entities.
extension InferredTests {
  enum Renamed {
    @Model(originalName: "Item") final class Article {
      var title: String
      var count: Int?
      @Relationship(inverse: \Part.article) var parts: [Part] = []
      init(title: String) { self.title = title }
    }
    @Model final class Part {
      var article: Article?
      init() {}
    }
  }

  @Test func rowsOfRenamedEntitiesAreKept() throws {
    try makeItems()
    let schema = Schema([Renamed.Article.self])
    #expect(schema.modelDescription.entity(named: "Article")?.originalName == "Item")
    let context = try store.open(schema)
    let articles = try context.fetch(
      FetchDescriptor<Renamed.Article>(sortBy: [SortDescriptor(\.title)]))
    #expect(articles.map(\.title) == ["one", "two"])
    #expect(articles.map(\.count) == [nil, 9])
    articles[0].parts = [Renamed.Part()]
    try context.save()
    try StoreChecker(store.url, [Renamed.Article.self]).check()
    let contents = try store.contents()
    _ = try store.open(schema)
    #expect(try store.contents() == contents)
  }
}
