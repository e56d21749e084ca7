import Foundation
import Locks
import Testing

@testable import OpenSwiftData

@Model private final class ShelfBook {
  var title = ""
  var pages = 0
  var added: Date?
  var cover: Data?
  var size = ShelfSize(width: 1, height: 2)
  @Relationship(inverse: \ShelfAuthor.books) var author: ShelfAuthor?
  @Relationship(deleteRule: .cascade, inverse: \ShelfNote.book) var notes: [ShelfNote] = []
  var tags: [ShelfTag] = []

  init(_ title: String, pages: Int = 0) { (self.title, self.pages) = (title, pages) }
}

private struct ShelfSize: Codable, Hashable {
  var width: Double
  var height: Double
}

@Model private final class ShelfAuthor {
  var name = ""
  var books: [ShelfBook] = []

  init(_ name: String) { self.name = name }
}

@Model private final class ShelfNote {
  var text = ""
  var book: ShelfBook?

  init(_ text: String) { self.text = text }
}

@Model private final class ShelfTag {
  var name = ""
  @Relationship(inverse: \ShelfBook.tags) var books: [ShelfBook] = []

  init(_ name: String) { self.name = name }
}

@Model private final class ShelfPlace {
  var name = ""

  init(_ name: String) { self.name = name }
}

/// Containers on a store that implements only the protocol and neither filters nor sorts.
@Suite("Containers on custom stores")
struct CustomStoreTests {
  private let shelf = Shelf()
  private let schema = Schema([
    ShelfBook.self, ShelfAuthor.self, ShelfNote.self, ShelfTag.self,
  ])

  private func makeContainer() throws -> ModelContainer {
    try ModelContainer(for: schema, configurations: [ShelfConfiguration(shelf)])
  }

  @Test func valuesAndIdentifiersAreKept() throws {
    let container = try makeContainer()
    let context = ModelContext(container)
    let book = ShelfBook("Walden", pages: 352)
    book.added = Date(timeIntervalSinceReferenceDate: 1)
    book.cover = Data([1, 2, 3])
    book.size.height = 21
    context.insert(book)
    #expect(book.persistentModelID.storeIdentifier == nil)
    try context.save()
    #expect(book.persistentModelID.storeIdentifier == shelf.identifier)
    #expect(shelf.takeLog() == ["save 1 0 0"])
    let kept = try #require(shelf.snapshots.withLock { $0.keys.first })
    #expect(kept == book.persistentModelID)

    let other = ModelContext(container)
    let found = try #require(try other.fetch(FetchDescriptor<ShelfBook>()).first)
    #expect(found.title == "Walden")
    #expect(found.pages == 352)
    #expect(found.cover == Data([1, 2, 3]))
    #expect(found.added == book.added)
    #expect(found.size == ShelfSize(width: 1, height: 21))
    #expect(found.persistentModelID == book.persistentModelID)
    #expect(other.model(for: book.persistentModelID) === found)
    let registered: ShelfBook? = other.registeredModel(for: book.persistentModelID)
    #expect(registered === found)
    let fault = ModelContext(container).model(for: kept) as? ShelfBook
    #expect(fault?.title == "Walden")
    #expect(try other.fetchIdentifiers(FetchDescriptor<ShelfBook>()) == [kept])
  }

  @Test func theContextFiltersAndSortsForTheStore() throws {
    let context = ModelContext(try makeContainer())
    for number in 0..<20 { context.insert(ShelfBook("\(number % 7)", pages: number)) }
    try context.save()
    _ = shelf.takeLog()
    var descriptor = FetchDescriptor<ShelfBook>(
      predicate: #Predicate { $0.pages >= 5 },
      sortBy: [SortDescriptor(\.title), SortDescriptor(\.pages, order: .reverse)])
    descriptor.fetchLimit = 4
    descriptor.fetchOffset = 1
    let found = try context.fetch(descriptor)
    #expect(found.map(\.pages) == [7, 15, 8, 16])
    #expect(shelf.takeLog() == ["some", "all", "all"])
    #expect(try context.fetchCount(descriptor) == 4)
    #expect(try context.fetchIdentifiers(descriptor) == found.map(\.persistentModelID))
    // Results include unsaved models.
    found[0].title = "9"
    context.insert(ShelfBook("0", pages: 100))
    #expect(try context.fetch(descriptor).map(\.pages) == [14, 15, 8, 16])
    var stored = FetchDescriptor<ShelfBook>()
    stored.fetchLimit = 3
    stored.includePendingChanges = false
    #expect(try context.fetch(stored).count == 3)
    var visited = 0
    try context.save()
    try context.enumerate(FetchDescriptor<ShelfBook>(), batchSize: 6) { _ in visited += 1 }
    #expect(visited == 21)
    stored.fetchLimit = nil
    #expect(try context.fetch(stored, batchSize: 5).map(\.pages).count == 21)
    #expect(try context.aggregate(ShelfBook.self, .sum(\.pages)) == 290)
    #expect(throws: SwiftDataError.unsupportedModel) {
      try context.update(ShelfBook.self, where: nil, [.set(\.pages, to: 1)])
    }
  }

  @Test func bothSidesOfRelationshipsAreWritten() throws {
    let container = try makeContainer()
    let context = ModelContext(container)
    let (thoreau, emerson) = (ShelfAuthor("Thoreau"), ShelfAuthor("Emerson"))
    let (walden, nature) = (ShelfBook("Walden"), ShelfBook("Nature"))
    context.insert(thoreau)
    context.insert(emerson)
    thoreau.books = [walden, nature]
    let tag = ShelfTag("essay")
    walden.tags = [tag]
    try context.save()
    #expect(shelf.takeLog() == ["save 5 0 0"])

    let other = ModelContext(container)
    let found = try other.fetch(FetchDescriptor<ShelfBook>(sortBy: [SortDescriptor(\.title)]))
    #expect(found.map(\.author?.name) == ["Thoreau", "Thoreau"])
    #expect(found[0].author === found[1].author)
    #expect(found[0].author?.books.count == 2)
    #expect(found[1].tags.first?.books.map(\.title) == ["Walden"])

    // Moving one book to another author changes three snapshots.
    nature.author = emerson
    _ = shelf.takeLog()
    try context.save()
    #expect(shelf.takeLog().last == "save 0 3 0")
    let third = ModelContext(container)
    let authors = try third.fetch(FetchDescriptor<ShelfAuthor>(sortBy: [SortDescriptor(\.name)]))
    #expect(authors.map { $0.books.map(\.title) } == [["Nature"], ["Walden"]])
    #expect(try other.fetch(FetchDescriptor<ShelfBook>()).contains { $0.author?.name == "Emerson" })
    tag.books.append(nature)
    try context.save()
    #expect(Set(try third.fetch(FetchDescriptor<ShelfTag>())[0].books.map(\.title)).count == 2)
  }

  @Test func deleteRulesAreFollowed() throws {
    let container = try makeContainer()
    let context = ModelContext(container)
    let author = ShelfAuthor("Thoreau")
    let book = ShelfBook("Walden")
    context.insert(author)
    author.books = [book, ShelfBook("Cape Cod")]
    book.notes = [ShelfNote("a"), ShelfNote("b")]
    try context.save()
    _ = shelf.takeLog()
    let late = ShelfNote("never saved")
    late.book = book
    context.delete(book)
    try context.save()
    // The book is deleted with its notes, and unlinked from its author.
    #expect(shelf.takeLog().last == "save 0 1 3")
    #expect(author.books.map(\.title) == ["Cape Cod"])
    let other = ModelContext(container)
    #expect(try other.fetchCount(FetchDescriptor<ShelfNote>()) == 0)
    #expect(try other.fetch(FetchDescriptor<ShelfAuthor>()).first?.books.count == 1)
    try other.delete(model: ShelfBook.self, where: #Predicate { $0.title == "Cape Cod" })
    try other.save()
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<ShelfBook>()) == 0)
    #expect(try other.fetch(FetchDescriptor<ShelfAuthor>()).first?.books.isEmpty == true)
  }

  @Test func aRefusedSaveLeavesTheContextUnchanged() throws {
    let container = try makeContainer()
    let context = ModelContext(container)
    let book = ShelfBook("Walden")
    context.insert(book)
    shelf.refusesToSave.withLock { $0 = true }
    #expect(throws: ShelfError.isFull) { try context.save() }
    #expect(context.hasChanges)
    #expect(book.persistentModelID.storeIdentifier == nil)
    shelf.refusesToSave.withLock { $0 = false }
    try context.save()
    #expect(!context.hasChanges)
    book.title = "?"
    shelf.refusesToSave.withLock { $0 = true }
    #expect(throws: ShelfError.isFull) { try context.save() }
    context.rollback()
    #expect(book.title == "Walden")
    try container.erase()
    #expect(try ModelContext(container).fetch(FetchDescriptor<ShelfBook>()).isEmpty)
  }

  @Test func theStoreKnowsTheLiveContexts() throws {
    let container = try makeContainer()
    do {
      let context = ModelContext(container)
      _ = try context.fetch(FetchDescriptor<ShelfBook>())
      #expect(shelf.states.withLock { $0 } == [context.editingState.id])
    }
    #expect(shelf.states.withLock { $0 }.isEmpty)
  }

  @Test func customStoresWorkBesideOtherStores() throws {
    let places = ModelConfiguration(schema: Schema([ShelfPlace.self]), isStoredInMemoryOnly: true)
    let whole = Schema(schema.modelTypes.values.map { $0 } + [ShelfPlace.self])
    let container = try ModelContainer(
      for: whole, configurations: [ShelfConfiguration(shelf, schema), places])
    let context = ModelContext(container)
    context.insert(ShelfBook("Walden"))
    context.insert(ShelfPlace("Concord"))
    shelf.refusesToSave.withLock { $0 = true }
    #expect(throws: ShelfError.isFull) { try context.save() }
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<ShelfPlace>()) == 0)
    shelf.refusesToSave.withLock { $0 = false }
    try context.save()
    let other = ModelContext(container)
    #expect(try other.fetch(FetchDescriptor<ShelfPlace>()).map(\.name) == ["Concord"])
    #expect(try other.fetch(FetchDescriptor<ShelfBook>()).map(\.title) == ["Walden"])
    #expect(throws: SwiftDataError.duplicateConfiguration) {
      try ModelContainer(
        for: schema, configurations: [ShelfConfiguration(shelf), ShelfConfiguration(shelf)])
    }
  }
}
