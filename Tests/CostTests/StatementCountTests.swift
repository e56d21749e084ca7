import Foundation
import OpenSwiftData
import StoreTesting
import Testing

/// Statements that run, and statements that are compiled for them.
@Suite("Statements of each operation")
struct StatementCountTests {
  /// BEGIN, the check whether another process migrated the store, COMMIT; an insertion also claims
  /// a block of keys.
  private static let transaction = 3
  /// Once per version of the contents: the check whether there is a table of member positions.
  private static let order = 1

  /// Saves shelves with three books each.
  private func fill(_ store: TestStore, shelves: Int) throws {
    let context = store.makeContext()
    for number in 0..<shelves {
      let shelf = Shelf(number: number)
      context.insert(shelf)
      for place in 0..<3 {
        let book = Book(number: number * 3 + place)
        context.insert(book)
        book.shelf = shelf
      }
    }
    try context.save()
  }

  private func makeStore(_ backend: Backend, shelves: Int = 0) throws -> TestStore {
    // The history's share of a save has separate tests.
    let store = try TestStore(backend, [Shelf.self, Book.self], tracksHistory: false)
    if shelves > 0 { try fill(store, shelves: shelves) }
    return store
  }

  @Test(arguments: Backend.available, [1, 10, 1_000])
  func eachInsertionIsOneStatement(_ backend: Backend, _ count: Int) throws {
    let store = try makeStore(backend)
    let context = store.makeContext()
    // The first save of a context compiles its statements.
    context.insert(Book(number: -1))
    try context.save()
    for number in 0..<count { context.insert(Book(number: number)) }
    let work = try store.work(of: context) { try context.save() }
    #expect(work == Work(statements: Self.transaction + 1 + count, compiled: 0))
  }

  @Test(arguments: Backend.available)
  func aFirstSaveCompilesEachFormOnce(_ backend: Backend) throws {
    let store = try makeStore(backend)
    let context = store.makeContext()
    for number in 0..<100 { context.insert(Book(number: number)) }
    let work = try store.work(of: context) { try context.save() }
    #expect(work.statements == Self.transaction + 1 + 100)
    #expect(work.compiled <= 5)
  }

  /// A context with 300 books; every tenth has a key far from the others.
  private func makeBooks(_ backend: Backend) throws -> (TestStore, ModelContext, [Book]) {
    let store = try makeStore(backend, shelves: 100)
    let context = store.makeContext()
    return (
      store, context, try context.fetch(FetchDescriptor<Book>(sortBy: [SortDescriptor(\.number)]))
    )
  }

  @Test(arguments: Backend.available)
  func eachScatteredUpdateIsOneStatement(_ backend: Backend) throws {
    let (store, context, books) = try makeBooks(backend)
    let scattered = stride(from: 0, to: 300, by: 10).map { books[$0] }
    for round in 0..<3 {
      for book in scattered { book.title = "changed \(round)" }
      let work = try store.work(of: context) { try context.save() }
      #expect(work.statements == Self.transaction + scattered.count)
      // Only the first save compiles statements.
      if round > 0 { #expect(work.compiled == 0) }
    }
    // Another property needs another statement, compiled once.
    for book in scattered { book.pages = 7 }
    let other = try store.work(of: context) { try context.save() }
    #expect(other == Work(statements: Self.transaction + scattered.count, compiled: 1))
  }

  @Test(arguments: Backend.available)
  func updatesOfConsecutiveRowsAreOneStatement(_ backend: Backend) throws {
    let (store, context, books) = try makeBooks(backend)
    for round in 0..<2 {
      for book in books { book.title = "changed \(round)" }
      let work = try store.work(of: context) { try context.save() }
      #expect(work.statements == Self.transaction + 1)
      if round > 0 { #expect(work.compiled == 0) }
    }
  }

  @Test(arguments: Backend.available)
  func eachScatteredDeletionIsOneStatement(_ backend: Backend) throws {
    let (store, context, books) = try makeBooks(backend)
    context.delete(books[5])
    try context.save()
    for index in stride(from: 0, to: 300, by: 10) { context.delete(books[index]) }
    let work = try store.work(of: context) { try context.save() }
    #expect(work == Work(statements: Self.transaction + Self.order + 30, compiled: 0))
  }

  @Test(arguments: Backend.available)
  func deletionsOfConsecutiveRowsAreOneStatement(_ backend: Backend) throws {
    let (store, context, books) = try makeBooks(backend)
    for book in books { context.delete(book) }
    let work = try store.work(of: context) { try context.save() }
    #expect(work.statements == Self.transaction + Self.order + 1)
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
    let firstFetch = try store.work(of: context) { _ = try find(0) }
    let firstCount = try store.work(of: context) { _ = try count(0) }
    #expect(firstFetch == Work(statements: 1, compiled: 1))
    #expect(firstCount == Work(statements: 1, compiled: 1))
    var (found, counted) = (0, 0)
    let work = try store.work(of: context) {
      for number in 1...20 {
        found += try find(number).count
        counted += try count(number)
      }
    }
    #expect(found == 190)
    #expect(counted == 20)
    #expect(work == Work(statements: 40, compiled: 0))
  }

  @Test(arguments: Backend.available)
  func repeatedLookUpsCompileNothing(_ backend: Backend) throws {
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
    #expect(registered.count == 30)
    #expect(known == Work(statements: 0, compiled: 0))
  }

  /// Models around the accessed one are read in the same statement, up to 500 at once.
  @Test(arguments: Backend.available, [100, 500, 1_200])
  func walkingToManysReadsManyAtOnce(_ backend: Backend, _ count: Int) throws {
    let store = try makeStore(backend, shelves: count)
    let context = store.makeContext()
    let shelves = try context.fetch(FetchDescriptor<Shelf>(sortBy: [SortDescriptor(\.number)]))
    let work = store.work(of: context) {
      for shelf in shelves { #expect(shelf.books.count == 3) }
    }
    // The members, and the check whether they have positions.
    #expect(work == Work(statements: Self.order + (count + 499) / 500, compiled: 2))
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
  func eachPrefetchedRelationshipIsOneStatement(_ backend: Backend, _ count: Int) throws {
    let store = try makeStore(backend, shelves: count)
    let context = store.makeContext()
    func walk() throws -> Work {
      var descriptor = FetchDescriptor<Shelf>(sortBy: [SortDescriptor(\.number)])
      descriptor.relationshipKeyPathsForPrefetching = [\.books]
      return try store.work(of: context) {
        for shelf in try context.fetch(descriptor) { #expect(shelf.books.count == 3) }
      }
    }
    let (first, second) = (try walk(), try walk())
    #expect(first == Work(statements: Self.order + 2, compiled: 3))
    #expect(second == Work(statements: 2, compiled: 0))
  }
}
