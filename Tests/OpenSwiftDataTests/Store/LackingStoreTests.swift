import Foundation
import SQLCore
import SQLiteDriver
import Testing

@testable import OpenSwiftData

/// Stores whose files lack tables or columns that their metadata describes.
@Suite("Lacking stores")
struct LackingStoreTests {
  @Model final class Item {
    @Attribute(.unique) var name: String
    var price: Int
    var tags: [Tag] = []
    @Relationship(inverse: \Part.item) var parts: [Part] = []
    init(_ name: String, _ price: Int = 1) { (self.name, self.price) = (name, price) }
  }
  @Model final class Tag {
    var text: String
    @Relationship(inverse: \Item.tags) var items: [Item] = []
    init(_ text: String) { self.text = text }
  }
  @Model final class Part {
    var number: Int
    var item: Item?
    init(_ number: Int) { self.number = number }
  }

  private let folder: TestFolder
  private let url: URL

  init() throws {
    folder = try TestFolder()
    url = folder.file("lacking.store")
    let context = ModelContext(try open())
    for name in ["a", "b", "c"] {
      let item = Item(name)
      context.insert(item)
      item.tags = [Tag(name)]
      item.parts = [Part(1), Part(2)]
    }
    try context.save()
  }

  private func open(allowsSave: Bool = true) throws -> ModelContainer {
    try ModelContainer(
      for: Item.self, Tag.self, Part.self,
      configurations: ModelConfiguration(url: url, allowsSave: allowsSave))
  }

  private func run(_ text: String) throws {
    try SQLiteConnection(path: url.path, mode: .readWrite).execute(text)
  }

  @Test(arguments: [
    ("ALTER TABLE ZITEM DROP COLUMN ZPRICE", "ZPRICE", "Item.price"),
    ("DROP INDEX ZPART_ZITEM_INDEX; ALTER TABLE ZPART DROP COLUMN ZITEM", "ZITEM", "Part.item"),
    ("ALTER TABLE ZITEM DROP COLUMN Z_OPT", "Z_OPT", "Item"),
    ("ALTER TABLE Z_1TAGS RENAME COLUMN Z_1ITEMS TO Z_1OTHERS", "Z_1ITEMS", "Item.tags"),
    ("DROP TABLE Z_1TAGS", "Z_1TAGS", "Item.tags"), ("DROP TABLE ZPART", "ZPART", "Part"),
    ("ALTER TABLE ZTAG RENAME TO ZTAGS", "ZTAG", "Tag"),
  ])
  func lackingStoresNameWhatIsMissing(damage: String, what: String, whose: String) throws {
    try run(damage)
    for allowsSave in [true, false] {
      let error = try #require(throws: SwiftDataError.self) { try open(allowsSave: allowsSave) }
      #expect(error == .storeIsCorrupt)
      #expect("\(error)".contains(what), "\(error)")
      #expect("\(error)".contains(whose), "\(error)")
    }
  }

  @Test func lackingStoresAreReadInPart() throws {
    try run("ALTER TABLE ZITEM DROP COLUMN ZPRICE; DROP TABLE Z_1TAGS")
    var configuration = ModelConfiguration(url: url)
    configuration.readsPartOfStore = true
    let context = ModelContext(
      try ModelContainer(for: Rest.Item.self, configurations: configuration))
    let items = try context.fetch(FetchDescriptor<Rest.Item>(sortBy: [SortDescriptor(\.name)]))
    #expect(items.map(\.name) == ["a", "b", "c"])
    #expect(throws: SwiftDataError.storeIsCorrupt) {
      try ModelContainer(for: Rest.Priced.Item.self, configurations: configuration)
    }
  }

  enum Rest {
    @Model final class Item {
      var name: String
      init(_ name: String) { self.name = name }
    }
    enum Priced {
      @Model final class Item {
        var price: Int
        init(_ price: Int) { self.price = price }
      }
    }
  }

  @Test func aMissingUniqueIndexIsRestored() throws {
    try run("DROP INDEX Z_Item_UNIQUE_name")
    let context = ModelContext(try open())
    context.insert(Item("a", 9))
    try context.save()
    #expect(try context.fetchCount(FetchDescriptor<Item>()) == 3)
    let found = try SQLiteConnection(path: url.path, mode: .readOnly).rows(
      "SELECT COUNT(*) FROM sqlite_master WHERE name = 'Z_Item_UNIQUE_name'")
    #expect(found == [[.integer(1)]])
  }

  @Test func aUniqueIndexOfAnotherNameIsKept() throws {
    try run(
      "DROP INDEX Z_Item_UNIQUE_name; CREATE UNIQUE INDEX \"other\" ON ZITEM (\"ZNAME\" COLLATE BINARY ASC)"
    )
    _ = try open()
    let found = try SQLiteConnection(path: url.path, mode: .readOnly).rows(
      "SELECT name FROM sqlite_master WHERE sql LIKE 'CREATE UNIQUE%ZITEM%'")
    #expect(found == [[.text("other")]])
  }

  @Test func duplicatesWithoutAUniqueIndexPreventSaving() throws {
    try run("DROP INDEX Z_Item_UNIQUE_name; UPDATE ZITEM SET ZNAME = 'a' WHERE ZNAME = 'b'")
    let error = try #require(throws: SwiftDataError.self) { try open() }
    #expect(error == .storeSchemaMismatch, "\(error)")
    #expect("\(error)".contains("Item.name"), "\(error)")
    let context = ModelContext(try open(allowsSave: false))
    #expect(try context.fetchCount(FetchDescriptor<Item>()) == 3)
    try run("UPDATE ZITEM SET ZNAME = 'b' WHERE Z_PK = 2")
    _ = try open()
  }
}
