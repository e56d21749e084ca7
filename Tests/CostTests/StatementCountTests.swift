import OpenSwiftData
import StoreTesting
import Testing

/// Statements that run, and statements that are compiled for them.
@Suite("Statements of each operation")
struct StatementCountTests {
  /// Saves shelves with three books each.
  private func fill(_ store: TestStore, shelves: Int) throws {
    let context = store.makeContext()
    for number in 0..<shelves {
      let shelf = Shelf(number: number)
      shelf.books = (0..<3).map { Book(number: number * 3 + $0) }
      context.insert(shelf)
    }
    try context.save()
  }

  private func makeStore(_ backend: Backend, shelves: Int = 0) throws -> TestStore {
    let store = try TestStore(backend, for: Shelf.self, Book.self)
    if shelves > 0 { try fill(store, shelves: shelves) }
    return store
  }

  @Test(arguments: Backend.available, [1, 10, 1_000])
  func insertionsAreOneEach(_ backend: Backend, _ count: Int) throws {
    let store = try makeStore(backend)
    let context = store.makeContext()
    // The first save of a context compiles its statements.
    context.insert(Book(number: -1))
    try context.save()
    for number in 0..<count { context.insert(Book(number: number)) }
    let work = try store.work(of: context) { try context.save() }
    // BEGIN, the block of keys, COMMIT.
    #expect(work == Work(statements: count + 3, compiled: 0))
  }

  @Test(arguments: Backend.available)
  func aFirstSaveCompilesEachFormOnce(_ backend: Backend) throws {
    let store = try makeStore(backend)
    let context = store.makeContext()
    for number in 0..<100 { context.insert(Book(number: number)) }
    let work = try store.work(of: context) { try context.save() }
    #expect(work.statements == 103)
    #expect(work.compiled <= 4)
  }

  @Test(arguments: Backend.available, [1, 10, 300])
  func updatesAreOneEach(_ backend: Backend, _ count: Int) throws {
    let store = try makeStore(backend, shelves: 101)
    let context = store.makeContext()
    let books = try context.fetch(FetchDescriptor<Book>(sortBy: [SortDescriptor(\.number)]))
    books[302].title = "once"
    try context.save()
    for book in books.prefix(count) { book.title = "changed" }
    let work = try store.work(of: context) { try context.save() }
    #expect(work == Work(statements: count + 2, compiled: 0))
    // Another property is another statement, compiled once.
    for book in books.prefix(count) { book.pages = 7 }
    let other = try store.work(of: context) { try context.save() }
    #expect(other == Work(statements: count + 2, compiled: 1))
  }

  @Test(arguments: Backend.available, [1, 10, 300])
  func deletionsAreOneEach(_ backend: Backend, _ count: Int) throws {
    let store = try makeStore(backend, shelves: 101)
    let context = store.makeContext()
    let books = try context.fetch(FetchDescriptor<Book>(sortBy: [SortDescriptor(\.number)]))
    context.delete(books[302])
    try context.save()
    for book in books.prefix(count) { context.delete(book) }
    let work = try store.work(of: context) { try context.save() }
    #expect(work == Work(statements: count + 2, compiled: 0))
  }

  @Test(arguments: Backend.available)
  func repeatedFetchesCompileNothing(_ backend: Backend) throws {
    let store = try makeStore(backend, shelves: 10)
    let context = store.makeContext()
    func find(_ number: Int) throws -> [Book] {
      try context.fetch(
        FetchDescriptor<Book>(
          predicate: #Predicate { $0.number >= number && $0.number < 20 },
          sortBy: [SortDescriptor(\.number)]))
    }
    func count(_ number: Int) throws -> Int {
      try context.fetchCount(FetchDescriptor<Book>(predicate: #Predicate { $0.number == number }))
    }
    #expect(try store.work(of: context) { _ = try find(0) } == Work(statements: 1, compiled: 1))
    #expect(try store.work(of: context) { _ = try count(0) } == Work(statements: 1, compiled: 1))
    let work = try store.work(of: context) {
      for number in 1...20 {
        #expect(try find(number).count == 20 - number)
        #expect(try count(number) == 1)
      }
    }
    #expect(work == Work(statements: 40, compiled: 0))
  }

  @Test(arguments: Backend.available)
  func lookUpsCompileNothing(_ backend: Backend) throws {
    let store = try makeStore(backend, shelves: 10)
    let context = store.makeContext()
    let identifiers = try store.makeContext().fetchIdentifiers(FetchDescriptor<Book>())
    func look(_ identifier: PersistentIdentifier) {
      #expect((context.model(for: identifier) as? Book)?.title == "a book")
    }
    #expect(store.work(of: context) { look(identifiers[0]) } == Work(statements: 1, compiled: 1))
    let work = store.work(of: context) { identifiers.dropFirst().forEach(look) }
    #expect(work == Work(statements: 29, compiled: 0))
    let registered = try context.fetch(FetchDescriptor<Book>())
    let known = store.work(of: context) { identifiers.forEach(look) }
    #expect(registered.count == 30 && known == Work(statements: 0, compiled: 0))
  }

  /// Models around the touched one are read along, up to 500 at once.
  @Test(arguments: Backend.available, [100, 500, 1_200])
  func walkingReadsManyAtOnce(_ backend: Backend, _ count: Int) throws {
    let store = try makeStore(backend, shelves: count)
    let context = store.makeContext()
    let shelves = try context.fetch(FetchDescriptor<Shelf>(sortBy: [SortDescriptor(\.number)]))
    let work = store.work(of: context) {
      for shelf in shelves { #expect(shelf.books.count == 3) }
    }
    #expect(work == Work(statements: (count + 499) / 500, compiled: 1))
  }

  @Test(arguments: Backend.available, [100, 1_200])
  func walkingToOnesReadsManyAtOnce(_ backend: Backend, _ count: Int) throws {
    let store = try makeStore(backend, shelves: count)
    let context = store.makeContext()
    let books = try context.fetch(
      FetchDescriptor<Book>(
        predicate: #Predicate { $0.number % 3 == 0 }, sortBy: [SortDescriptor(\.number)]))
    let work = store.work(of: context) {
      for book in books { #expect(book.shelf?.number == book.number / 3) }
    }
    #expect(work == Work(statements: (count + 499) / 500, compiled: 1))
  }

  @Test(arguments: Backend.available, [10, 2_000])
  func prefetchingIsOneForEachRelationship(_ backend: Backend, _ count: Int) throws {
    let store = try makeStore(backend, shelves: count)
    let context = store.makeContext()
    func walk() throws -> Work {
      var descriptor = FetchDescriptor<Shelf>(sortBy: [SortDescriptor(\.number)])
      descriptor.relationshipKeyPathsForPrefetching = [\.books]
      return try store.work(of: context) {
        for shelf in try context.fetch(descriptor) { #expect(shelf.books.count == 3) }
      }
    }
    #expect(try walk() == Work(statements: 2, compiled: 2))
    #expect(try walk() == Work(statements: 2, compiled: 0))
  }
}
