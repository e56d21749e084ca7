import Foundation
import OpenSwiftData
import StoreTesting
import Testing

@testable import torture

/// Two contexts that change the same graph.
@Suite("Contention for a graph")
struct ContentionTests {
  /// The only model of a class with that number.
  private func find<Model: GraphModel>(_ type: Model.Type, in context: ModelContext) throws -> Model
  {
    try #require(try context.fetch(FetchDescriptor<Model>()).first)
  }

  @Test(arguments: Backend.available)
  func modelsDeletedByAnotherContextAreUnlinked(_ backend: Backend) throws {
    let store = try TestStore(backend, Kind.types)
    let (first, second) = (store.makeContext(), try store.makeReopenedContext())
    let (book, shelf) = (Book(number: 1), Shelf(number: 2))
    let (subject, person) = (Subject(number: 3), Person(number: 4))
    for model in [book, shelf, subject, person] as [any GraphModel] { first.insert(model) }
    try first.save()
    for model in [
      try find(Shelf.self, in: second), try find(Subject.self, in: second),
      try find(Person.self, in: second),
    ] as [any GraphModel] { second.delete(model) }
    (book.shelf, book.keeper, book.subjects) = (shelf, person, [subject])
    try second.save()
    try first.save()
    #expect(book.shelf == nil)
    #expect(book.keeper == nil)
    #expect(book.subjects == [])
    let fresh = store.makeContext()
    let read = try find(Book.self, in: fresh)
    #expect(read.shelf == nil)
    #expect(read.keeper == nil)
    if let url = store.url { try StoreChecker(url, Kind.types).check() }
  }

  @Test(arguments: Backend.available)
  func positionsOfModelsDeletedElsewhereAreRemoved(_ backend: Backend) throws {
    let store = try TestStore(backend, Kind.types)
    let (first, second) = (store.makeContext(), try store.makeReopenedContext())
    let shelves = [Shelf(number: 1), Shelf(number: 2)]
    for shelf in shelves {
      first.insert(shelf)
      shelf.slips = (1...3).map { Slip(number: shelf.number * 10 + $0) }
    }
    try first.save()
    let others = try second.fetch(FetchDescriptor<Shelf>(sortBy: [SortDescriptor(\.number)]))
    second.delete(others[0])
    for slip in others[1].slips ?? [] where slip.number == 22 { second.delete(slip) }
    for shelf in shelves { shelf.slips = shelf.slips?.reversed() }
    try second.save()
    try first.save()
    #expect(shelves[1].slips?.map(\.number) == [23, 21])
    if let url = store.url { try StoreChecker(url, Kind.types).check() }
  }

  @Test(arguments: Backend.available)
  func movedModelDeletedElsewhereIsDeleted(_ backend: Backend) throws {
    let store = try TestStore(backend, Kind.types)
    let (first, second) = (store.makeContext(), try store.makeReopenedContext())
    let (book, shelf) = (Book(number: 1), Shelf(number: 2))
    first.insert(book)
    first.insert(shelf)
    try first.save()
    second.delete(try find(Book.self, in: second))
    shelf.books = [book]
    try second.save()
    try first.save()
    #expect(book.modelContext == nil)
    #expect(shelf.books == [])
  }

  @Test(arguments: Backend.available)
  func bothEndsOfAPairAgreeAfterTheLastSave(_ backend: Backend) throws {
    let store = try TestStore(backend, Kind.types)
    let (first, second) = (store.makeContext(), try store.makeReopenedContext())
    let (book, other, cover) = (Book(number: 1), Book(number: 2), Cover(number: 3))
    book.cover = cover
    first.insert(book)
    first.insert(other)
    try first.save()
    let same = try #require(
      try second.fetch(FetchDescriptor<Book>(predicate: #Predicate { $0.number == 1 })).first)
    same.cover = Cover(number: 4)
    cover.book = other
    try first.save()
    try second.save()
    let fresh = store.makeContext()
    for cover in try fresh.fetch(FetchDescriptor<Cover>()) {
      #expect(cover.book == nil || cover.book?.cover === cover)
    }
    for book in try fresh.fetch(FetchDescriptor<Book>()) {
      #expect(book.cover == nil || book.cover?.book === book)
    }
    #expect(try first.fetch(FetchDescriptor<Book>()).map { $0.cover?.number } == [4, nil])
  }

  /// Both contexts moved the cover meanwhile, the later one to a deleted book.
  @Test(arguments: Backend.available)
  func coverGivenToADeletedBookHasNoBook(_ backend: Backend) throws {
    let store = try TestStore(backend, Kind.types)
    let (first, second) = (store.makeContext(), try store.makeReopenedContext())
    let (book, cover) = (Book(number: 1), Cover(number: 2))
    first.insert(book)
    first.insert(cover)
    try first.save()
    second.delete(try find(Book.self, in: second))
    let other = Book(number: 3)
    other.cover = try find(Cover.self, in: second)
    second.insert(other)
    book.cover = cover
    try second.save()
    try first.save()
    try expectPairs([3: nil], [2: nil], in: store)
    #expect(book.modelContext == nil)
    #expect(cover.book == nil)
    #expect(try find(Book.self, in: first).cover == nil)
  }

  @Test(arguments: Backend.available)
  func bookGivenADeletedCoverHasNoCover(_ backend: Backend) throws {
    let store = try TestStore(backend, Kind.types)
    let (first, second) = (store.makeContext(), try store.makeReopenedContext())
    let (book, cover) = (Book(number: 1), Cover(number: 2))
    first.insert(book)
    first.insert(cover)
    try first.save()
    second.delete(try find(Cover.self, in: second))
    try find(Book.self, in: second).cover = Cover(number: 3)
    book.cover = cover
    try second.save()
    try first.save()
    try expectPairs([1: nil], [3: nil], in: store)
    #expect(cover.modelContext == nil)
    #expect(book.cover == nil)
    #expect(try find(Cover.self, in: first).book == nil)
  }

  /// The save that links a pair also deletes one of the two models.
  @Test(arguments: Backend.available)
  func pairEndedByADeletionLeavesNoOtherPair(_ backend: Backend) throws {
    let store = try TestStore(backend, Kind.types)
    let (first, second) = (store.makeContext(), try store.makeReopenedContext())
    let (book, cover) = (Book(number: 1), Cover(number: 2))
    first.insert(book)
    first.insert(cover)
    try first.save()
    try find(Book.self, in: second).cover = Cover(number: 3)
    book.cover = cover
    first.delete(cover)
    try second.save()
    try first.save()
    try expectPairs([1: nil], [3: nil], in: store)
    #expect(book.cover == nil)
  }

  /// Expects these pairs of books and covers in a store, by their numbers.
  private func expectPairs(
    _ books: [Int: Int?], _ covers: [Int: Int?], in store: TestStore
  ) throws {
    if let url = store.url { try StoreChecker(url, Kind.types).check() }
    let fresh = store.makeContext()
    let foundBooks = try fresh.fetch(FetchDescriptor<Book>()).map { ($0.number, $0.cover?.number) }
    let foundCovers = try fresh.fetch(FetchDescriptor<Cover>()).map { ($0.number, $0.book?.number) }
    #expect(Dictionary(uniqueKeysWithValues: foundBooks) == books)
    #expect(Dictionary(uniqueKeysWithValues: foundCovers) == covers)
  }

  @Test(arguments: Backend.available)
  func linksOfAnotherContextLeaveOwnPairsAlone(_ backend: Backend) throws {
    let store = try TestStore(backend, Kind.types)
    let (first, second) = (store.makeContext(), try store.makeReopenedContext())
    let (books, cover) = ((1...3).map { Book(number: $0) }, Cover(number: 4))
    for book in books { first.insert(book) }
    first.insert(cover)
    try first.save()
    let others = try second.fetch(FetchDescriptor<Book>(sortBy: [SortDescriptor(\.number)]))
    let same = try find(Cover.self, in: second)
    cover.book = books[0]
    same.book = others[1]
    try first.save()
    _ = try second.fetch(FetchDescriptor<Book>())
    #expect(others[0].cover === same)
    others[0].cover = nil
    #expect(same.book === others[1])
    same.book = others[2]
    #expect(others[1].cover == nil)
    try second.save()
    if let url = store.url { try StoreChecker(url, Kind.types).check() }
    let fresh = store.makeContext()
    #expect(try find(Cover.self, in: fresh).book?.number == 3)
  }

  @Test(arguments: Backend.available)
  func membersOthersSavedFirstPrecedeOwnMembers(_ backend: Backend) throws {
    let store = try TestStore(backend, Kind.types)
    let (first, second) = (store.makeContext(), try store.makeReopenedContext())
    let shelf = Shelf(number: 1)
    shelf.books = [Book(number: 2), Book(number: 3)]
    first.insert(shelf)
    try first.save()
    shelf.books.reverse()
    shelf.books.append(Book(number: 4))
    try find(Shelf.self, in: second).books.append(Book(number: 5))
    try second.save()
    _ = try first.fetch(FetchDescriptor<Shelf>())
    #expect(shelf.books.map(\.number) == [3, 2, 5, 4])
    try first.save()
    let fresh = store.makeContext()
    #expect(try find(Shelf.self, in: fresh).books.map(\.number) == [3, 2, 5, 4])
  }

  /// The save that claims a code reads the models that are related to the replaced one.
  @Test(arguments: Backend.available)
  func replacedModelIsNotAMemberOfNewlyReadModels(_ backend: Backend) throws {
    let store = try TestStore(backend, Kind.types)
    let (first, second) = (store.makeContext(), try store.makeReopenedContext())
    let (book, one, two) = (Book(number: 1), Subject(number: 2), Subject(number: 3))
    (one.code, two.code) = (1, 2)
    for model in [book, one, two] as [any GraphModel] { second.insert(model) }
    book.subjects = [two]
    try second.save()
    let subjects = try first.fetch(FetchDescriptor<Subject>(sortBy: [SortDescriptor(\.number)]))
    let same = try find(Book.self, in: first)
    #expect(subjects.map(\.books) == [[], [same]])
    #expect(same.subjects == [subjects[1]])
    subjects[0].code = 3
    same.subjects = [subjects[0]]
    two.code = 3
    second.insert(Book(number: 4))
    two.books.append(try #require(second.insertedModelsArray.first as? Book))
    try second.save()
    try first.save()
    #expect(subjects[1].modelContext == nil)
    for book in try first.fetch(FetchDescriptor<Book>(sortBy: [SortDescriptor(\.number)])) {
      #expect(book.subjects.map(\.number) == (book.number == 1 ? [2] : []))
    }
    if let url = store.url { try StoreChecker(url, Kind.types).check() }
  }
}
