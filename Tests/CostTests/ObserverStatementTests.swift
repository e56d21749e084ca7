import Foundation
import OpenSwiftData
import StoreTesting
import Testing

/// The statements of observed results: "updates computed from the changes of a save".
@Suite("Statements of observed results")
struct ObserverStatementTests {
  private static let count = 100_000

  private func makeStore() throws -> TestStore {
    let store = try TestStore(.memory, [Shelf.self, Book.self], tracksHistory: false)
    let context = store.makeContext()
    for number in 0..<Self.count { context.insert(Book(number: number * 2)) }
    try context.save()
    return store
  }

  @Test func changesOfTheContextCostNoFetch() throws {
    let store = try makeStore()
    let context = store.makeContext()
    let observer = try ResultsObserver<Book, Never>(
      filterBy: #Predicate { $0.number >= 0 }, sortBy: [SortDescriptor(\.number)],
      modelContext: context, isolation: nil)
    #expect(observer.results.count == Self.count)
    // A row without an instance after the save is read again.
    let leaving = observer.results[0]
    defer { withExtendedLifetime(leaving) {} }
    let book = Book(number: 4_001)
    let unsaved = countStatements(in: store.container) {
      context.insert(book)
      #expect(observer.results[2_001] === book)
      #expect(observer.results.count == Self.count + 1)
      book.number = 7
      #expect(observer.results[4] === book)
      leaving.number = -1
      #expect(observer.results[3] === book)
      #expect(observer.results.count == Self.count)
    }
    #expect(unsaved == 0)
    var saving = 0
    let saved = try countStatements(in: store.container) {
      saving = try countStatements(in: store.container) { try context.save() }
      #expect(observer.results[3] === book)
    }
    #expect(saved == saving)
  }

  /// One statement reads the rows that another context saved.
  @Test func savesOfOtherContextsCostOneStatement() throws {
    let store = try makeStore()
    let context = store.makeContext()
    let observer = try ResultsObserver<Book, Never>(
      sortBy: [SortDescriptor(\.number)], modelContext: context, isolation: nil)
    #expect(observer.results.count == Self.count)
    let other = store.makeContext()
    for number in 0..<10 { other.insert(Book(number: number * 2 + 1)) }
    let found = try other.fetch(
      FetchDescriptor<Book>(predicate: #Predicate { $0.number == 100 || $0.number == 102 }))
    other.delete(found[0])
    found[1].number = 1_000_001
    try other.save()
    let texts = statements(in: store.container) {
      #expect(observer.results.count == Self.count + 9)
    }
    try #require(texts.count == 1)
    #expect(texts[0].contains("WHERE Z_PK"))
    #expect(observer.results.last?.number == 1_000_001)
    #expect(observer.results[1].number == 1)
    #expect(countStatements(in: store.container) { _ = observer.results.count } == 0)
  }

  @Test func observersAddNoStatementsToASave() throws {
    let store = try TestStore(.memory, [Shelf.self, Book.self], tracksHistory: false)
    let context = store.makeContext()
    context.insert(Book(number: 1))
    try context.save()
    let alone = try countStatements(in: store.container) {
      context.insert(Book(number: 2))
      try context.save()
    }
    let observer = try ResultsObserver<Book, Never>(modelContext: context, isolation: nil)
    let observed = try countStatements(in: store.container) {
      context.insert(Book(number: 3))
      try context.save()
    }
    #expect(alone == observed)
    #expect(observer.results.count == 3)
  }
}
