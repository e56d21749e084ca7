import Foundation
import RandomTesting
import Testing

@testable import OpenSwiftData

@Model private final class HistoryLeaf {
  var text: String
  init(_ text: String) { self.text = text }
}

@Model private final class HistoryStone {
  var weight = 0
  init() {}
}

private typealias Transaction = DefaultHistoryTransaction
private typealias Descriptor = HistoryDescriptor<Transaction>

/// The documented uses are predicates on token, author and
/// `changes[].changedPersistentIdentifier.entityName`.
@Suite("Predicates on the history")
struct HistoryPredicateTests {
  private let container: ModelContainer
  private let context: ModelContext

  init() throws {
    container = try ModelContainer(
      for: HistoryLeaf.self, HistoryStone.self,
      configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    context = ModelContext(container)
  }

  private func save(_ count: Int, authors: [String?] = [nil]) throws {
    for number in 0..<count {
      context.author = authors[number % authors.count]
      if number % 3 == 0 {
        context.insert(HistoryStone())
      } else {
        context.insert(HistoryLeaf("\(number)"))
      }
      try context.save()
    }
  }

  /// The result of a fetch, the change rows that its last statement reads, and the statement count.
  private func rowsRead(_ descriptor: Descriptor) throws -> (result: [Int64], rows: Int, count: Int)
  {
    let log = Log()
    let observation = container.observeStatements { log.add($0) }
    defer { observation.cancel() }
    let found = try context.fetchHistory(descriptor).map(\.transactionIdentifier)
    // SQLite reports the lookup of table columns as several statements.
    let events = log.events.filter { !$0.sql.contains("PRAGMA") }
    return (found, events.last { $0.sql.contains("ACHANGE C") }?.rows ?? -1, events.count)
  }

  private final class Log: @unchecked Sendable {
    // `@unchecked`: statements run on the test's thread.
    private(set) var events: [StatementEvent] = []
    func add(_ event: StatementEvent) { events.append(event) }
  }

  /// For example, sort by `transactionIdentifier` in reverse with a limit of 1 to get the newest
  /// token.
  @Test func fetchingTheNewestTokenReadsOneTransaction() throws {
    try save(40)
    let byNumber = SortDescriptor(\Transaction.transactionIdentifier, order: .reverse)
    let byToken = SortDescriptor(\Transaction.token, order: .reverse)
    let byDate = SortDescriptor(\Transaction.timestamp, order: .reverse)
    let orders: [[SortDescriptor<Transaction>]] = [[byNumber], [byToken], [byDate, byNumber]]
    for order in orders {
      var newest = Descriptor(sortBy: order)
      newest.fetchLimit = 1
      let read = try rowsRead(newest)
      #expect(read.result == [40])
      #expect(read.rows == 1)
      #expect(read.count == 2)
    }
  }

  @Test func predicatesAreEvaluatedInTheDatabase() throws {
    try save(30, authors: ["Ann", "Bob", nil])
    let transaction = try context.fetchHistory(Descriptor())[19]
    let (token, bundle) = (transaction.token, transaction.bundleIdentifier)
    // A program outside a bundle uses its process name.
    #expect(!bundle.isEmpty)
    let (author, none, low, high) = ("Ann", nil as String?, Int64(5), Int64(7))
    let process = ProcessInfo.processInfo.processName
    let (store, bob) = (token.storeIdentifier, "Bob" as String?)
    func check(
      _ expected: [Int64], statements: Int = 2, _ predicate: Predicate<Transaction>,
      _ location: SourceLocation = #_sourceLocation
    ) throws {
      let read = try rowsRead(Descriptor(predicate: predicate))
      #expect(read.result == expected, sourceLocation: location)
      #expect(read.rows == expected.count, sourceLocation: location)
      #expect(read.count == statements, sourceLocation: location)
    }
    try check(Array(21...30), statements: 3, #Predicate { $0.token > token })
    try check(Array(20...30), statements: 3, #Predicate { $0.token >= token })
    try check(
      [22, 25, 28], statements: 3, #Predicate { token < $0.token && $0.author == author })
    try check([5, 20], #Predicate { $0.token == token || $0.transactionIdentifier == low })
    try check([3, 6, 9, 12, 15, 18], #Predicate { $0.token <= token && $0.author == none })
    try check([2, 3, 5], #Predicate { $0.author != author && $0.transactionIdentifier <= low })
    try check(Array(1...5), #Predicate { !($0.transactionIdentifier > low) })
    try check(
      [5, 6], #Predicate { $0.processIdentifier == process && $0.id >= low && $0.id < high })
    try check(
      [2, 5], #Predicate { $0.bundleIdentifier == bundle && $0.author == bob && $0.id < high })
    try check([], #Predicate { $0.storeIdentifier != store })
    try check([2, 5], #Predicate { ($0.author ?? "").starts(with: "B") && $0.id < high })
  }

  @Test func predicatesOnChangesAreEvaluatedInMemory() throws {
    try save(30, authors: ["Ann", "Bob"])
    let (low, name) = (Int64(20), "HistoryStone")
    let predicate = #Predicate<Transaction> {
      $0.transactionIdentifier > low
        && $0.changes.contains { $0.changedPersistentIdentifier.entityName == name }
    }
    let read = try rowsRead(Descriptor(predicate: predicate))
    #expect(read.result == [22, 25, 28])
    #expect(read.rows == 10)
    // In the order of the result, reading stops at the last requested transaction.
    var first = Descriptor(predicate: predicate)
    first.fetchLimit = 1
    let one = try rowsRead(first)
    #expect(one.result == [22])
    #expect(one.rows < 10)
    // The limit must not be applied before the part of the predicate that is evaluated in memory.
    var last = Descriptor(
      predicate: predicate, sortBy: [SortDescriptor(\.transactionIdentifier, order: .reverse)])
    last.fetchLimit = 2
    #expect(try rowsRead(last).result == [28, 25])
  }

  @Test func deletionsByPredicateReadNoChanges() throws {
    try save(20, authors: ["Ann", "Bob"])
    let author = "Ann"
    let log = Log()
    let observation = container.observeStatements { log.add($0) }
    try context.deleteHistory(Descriptor(predicate: #Predicate { $0.author == author }))
    observation.cancel()
    #expect(!log.events.contains { $0.sql.contains("LEFT JOIN ACHANGE") })
    #expect(
      try context.fetchHistory(Descriptor()).map(\.author) == Array(repeating: "Bob", count: 10))
  }
}
