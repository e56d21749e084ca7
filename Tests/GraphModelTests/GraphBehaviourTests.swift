import Foundation
import OpenSwiftData
import StoreTesting
import Testing

@testable import torture

/// Failures that random programs found.
@Suite("Graphs in special cases")
struct GraphBehaviourTests {
  @Test(arguments: Backend.available)
  func deletedUnsavedModelsAreUnlinked(_ backend: Backend) throws {
    let context = try TestStore(backend, Kind.types).makeContext()
    let (shelf, slip, person) = (Shelf(number: 1), Slip(number: 2), Person(number: 3))
    context.insert(shelf)
    shelf.slips = [slip]
    shelf.keeper = person
    context.delete(slip)
    context.delete(person)
    #expect(shelf.slips == [])
    #expect(shelf.keeper == nil)
    try context.save()
    #expect(shelf.keeper == nil)
  }

  @Test(arguments: Backend.available)
  func memberMovedAndDeletedInOneSaveIsRemoved(_ backend: Backend) throws {
    let context = try TestStore(backend, Kind.types).makeContext()
    let (shelf, slip) = (Shelf(number: 1), Slip(number: 2))
    context.insert(slip)
    context.insert(shelf)
    try context.save()
    context.delete(slip)
    shelf.slips = [slip]
    try context.save()
    #expect(shelf.slips == [])
  }

  /// A model that was added and removed again before the save replaces a row, and keeps that row's
  /// related models.
  @Test(arguments: Backend.available)
  func removedNewModelKeepsMembersOfTheRowItReplaces(_ backend: Backend) throws {
    let store = try TestStore(backend, Kind.types)
    let context = store.makeContext()
    let (book, old, new) = (Book(number: 1), Subject(number: 2), Subject(number: 3))
    (old.code, new.code) = (7, 7)
    book.subjects = [old]
    context.insert(book)
    try context.save()
    book.subjects.append(new)
    book.subjects.removeLast()
    try context.save()
    #expect(book.subjects == [new])
    #expect(new.books == [book])
    let read = try store.makeReopenedContext().fetch(FetchDescriptor<Book>())
    #expect(read.map { $0.subjects.map(\.number) } == [[3]])
  }

  /// A model whose code another model claims is nobody's member, even if it was changed as well.
  @Test(arguments: Backend.available)
  func changedModelThatIsReplacedIsUnlinked(_ backend: Backend) throws {
    let store = try TestStore(backend, Kind.types)
    let context = store.makeContext()
    let (book, other) = (Book(number: 1), Book(number: 2))
    let (one, two) = (Subject(number: 3), Subject(number: 4))
    (one.code, two.code) = (1, 2)
    for model in [book, other, one, two] as [any GraphModel] { context.insert(model) }
    book.subjects = [two]
    try context.save()
    one.code = 2
    two.books.append(other)
    try context.save()
    #expect(two.modelContext == nil)
    #expect(two.books == [])
    #expect(book.subjects == [])
    #expect(other.subjects == [])
    let read = try store.makeReopenedContext().fetch(FetchDescriptor<Book>())
    #expect(read.map(\.subjects) == [[], []])
    if let url = store.url { try StoreChecker(url, Kind.types).check() }
  }

  /// A save that replaces a row empties arrays everywhere, and may thereby release thousands of
  /// models of either class.
  @Test(arguments: [false, true])
  func modelsHeldOnlyByArraysEndWithAReplacingSave(_ isFromBook: Bool) throws {
    let store = try TestStore(.memory, Kind.types)
    let count = 3_000
    func makeSubject(_ number: Int) -> Subject {
      let subject = Subject(number: number)
      subject.code = number
      return subject
    }
    do {
      let context = store.makeContext()
      let (book, subject) = (Book(number: 0), makeSubject(0))
      context.insert(book)
      context.insert(subject)
      try context.save()
      book.subjects = (1...count).map(makeSubject)
      subject.books = (1...count).map(Book.init)
      for (book, subject) in zip(subject.books, book.subjects) { subject.books.append(book) }
      try context.save()
    }
    let context = store.makeContext()
    let book = try context.fetch(FetchDescriptor<Book>(predicate: #Predicate { $0.number == 0 }))[0]
    let subject = try context.fetch(
      FetchDescriptor<Subject>(predicate: #Predicate { $0.number == 0 }))[0]
    if isFromBook {
      #expect(book.subjects.allSatisfy { $0.books.count == 2 })
    } else {
      #expect(subject.books.allSatisfy { $0.subjects.count == 2 })
    }
    let new = makeSubject(count + 1)
    new.code = 1
    context.insert(new)
    try context.save()
    #expect(book.subjects.count == count)
    #expect(subject.books.count == count)
    #expect(new.books.map(\.number) == [0, 1])
  }

  @Test(arguments: Backend.available)
  func faultsDeletedByCascadeKeepTheirValues(_ backend: Backend) throws {
    let store = try TestStore(backend, Kind.types)
    let context = store.makeContext()
    let (root, child) = (Folder(number: 1), Folder(number: 2))
    root.children = [child]
    context.insert(root)
    try context.save()
    let other = store.makeContext()
    let fault = try #require(other.model(for: child.persistentModelID) as? Folder)
    other.delete(other.model(for: root.persistentModelID) as! Folder)
    try other.save()
    #expect(fault.modelContext == nil)
    #expect(fault.number == 2)
  }

  @Test(arguments: Backend.available)
  func newerModelOfAUniqueValueReplacesTheOlder(_ backend: Backend) throws {
    let store = try TestStore(backend, Kind.types)
    let context = store.makeContext()
    let (book, other) = (Book(number: 1), Book(number: 2))
    let (old, new) = (Subject(number: 3), Subject(number: 4))
    book.subjects = [old]
    context.insert(book)
    try context.save()
    other.subjects = [new]
    context.insert(other)
    try context.save()
    #expect(book.subjects == [new])
    #expect(Set(new.books) == [book, other])
    let reopened = try store.makeReopenedContext()
    let read = try reopened.fetch(FetchDescriptor<Subject>())
    #expect(read.map(\.number) == [4])
    #expect(Set(read[0].books.map(\.number)) == [1, 2])
  }

  @Test(arguments: Backend.available)
  func rollbackReturnsMembersToAnOwnerFetchedLater(_ backend: Backend) throws {
    let store = try TestStore(backend, Kind.types)
    let (shelf, book, slip) = (Shelf(number: 1), Book(number: 2), Slip(number: 3))
    let first = store.makeContext()
    first.insert(shelf)
    (shelf.books, shelf.slips) = ([book], [slip])
    try first.save()

    let context = store.makeContext()
    let left = try #require(try context.fetch(FetchDescriptor<Book>()).first)
    let taken = try #require(try context.fetch(FetchDescriptor<Slip>()).first)
    let new = Shelf(number: 4)
    context.insert(new)
    (left.shelf, new.slips) = (nil, [taken])
    let owner = try #require(
      try context.fetch(FetchDescriptor<Shelf>(predicate: #Predicate { $0.number == 1 })).first)
    #expect(owner.books.isEmpty)
    #expect(owner.slips == [])
    context.rollback()
    #expect(owner.books == [left])
    #expect(owner.slips == [taken])
  }

  @Test(arguments: Backend.available)
  func deletedMembersMayBeMoved(_ backend: Backend) throws {
    let store = try TestStore(backend, Kind.types)
    let first = store.makeContext()
    first.insert(Shelf(number: 1))
    first.insert(Book(number: 2))
    try first.save()
    let context = store.makeContext()
    let book = try #require(try context.fetch(FetchDescriptor<Book>()).first)
    let shelf = try #require(try context.fetch(FetchDescriptor<Shelf>()).first)
    context.delete(book)
    book.shelf = shelf
    #expect(shelf.books == [book])
    try context.save()
    #expect(shelf.books.isEmpty)
  }

  @Test(arguments: Backend.available)
  func deletedMembersMayBeMovedToNewOwners(_ backend: Backend) throws {
    let context = try TestStore(backend, Kind.types).makeContext()
    let (book, shelf) = (Book(number: 1), Shelf(number: 2))
    context.insert(book)
    try context.save()
    context.insert(shelf)
    context.delete(book)
    book.shelf = shelf
    try context.save()
    #expect(shelf.books.isEmpty)
  }

  @Test func positionsAreDeletedWithTheirMembers() throws {
    let store = try TestStore(.file, Kind.types)
    let context = store.makeContext()
    let root = Folder(number: 1)
    root.children = (2...5).map(Folder.init)
    context.insert(root)
    root.children.reverse()
    try context.save()
    context.delete(root.children[1])
    try context.save()
    #expect(root.children.map(\.number) == [5, 3, 2])
    root.children.swapAt(0, 2)
    context.delete(root.children[1])
    try context.save()
    try StoreChecker(try #require(store.url), Kind.types).check()
  }

  /// A new key replaces the row of a lock's key, and a new lock replaces that lock, which has
  /// another key.
  ///
  /// The later assignment is used.
  @Test(arguments: Backend.available)
  func replacingBothRowsOfAPairLeavesNoHalfPair(_ backend: Backend) throws {
    let store = try TestStore(backend, PairRun.types)
    let context = store.makeContext()
    let (lock, key, other) = (Lock(code: 1), Key(code: 1), Key(code: 2))
    lock.key = key
    context.insert(lock)
    context.insert(other)
    try context.save()
    let (newLock, newKey) = (Lock(code: 1), Key(code: 1))
    newKey.lock = lock
    context.insert(newKey)
    newLock.key = other
    context.insert(newLock)
    try context.save()
    #expect(newLock.key === other)
    #expect(other.lock === newLock)
    #expect(newKey.lock == nil)
    if let url = store.url { try StoreChecker(url, PairRun.types).check() }
    let read = try store.makeReopenedContext().fetch(
      FetchDescriptor<Key>(sortBy: [SortDescriptor(\.code)]))
    #expect(read.map { $0.lock?.code } == [nil, 1])
  }

  /// A save reads rows that it deletes by cascade after it has changed them.
  ///
  /// If the save fails, they keep their former values.
  @Test(arguments: Backend.available)
  func valuesAreRestoredAfterAFailedSave(_ backend: Backend) throws {
    let store = try TestStore(backend, PairRun.types)
    do {
      let context = store.makeContext()
      let town = Town(number: 1)
      town.citizens = [Citizen(code: 1), Citizen(code: 2)]
      context.insert(town)
      for citizen in town.citizens { context.insert(Passport(code: citizen.code, owner: citizen)) }
      try context.save()
    }
    let context = try store.makeReopenedContext()
    let citizens = try context.fetch(FetchDescriptor<Citizen>(sortBy: [SortDescriptor(\.code)]))
    let passports = try context.fetch(FetchDescriptor<Passport>(sortBy: [SortDescriptor(\.code)]))
    citizens[0].passport = passports[1]
    context.rollback()
    // The new passport replaces the second one's row, and leaves the first one without an owner.
    context.delete(try #require(citizens[0].town))
    context.insert(Passport(code: 2, owner: citizens[0]))
    #expect(throws: SwiftDataError.modelValidationFailure) { try context.save() }
    context.rollback()
    #expect(passports.map(\.owner.code) == [1, 2])
    #expect(citizens.map { $0.passport?.code } == [1, 2])
  }
}
