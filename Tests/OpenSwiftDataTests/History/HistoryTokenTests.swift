import Foundation
import Locks
import StoreTesting
import Testing

@testable import OpenSwiftData

@Model private final class Coin {
  var value: Int
  init(_ value: Int) { self.value = value }
}

@Model private final class Purse {
  var name = ""
  init() {}
}

private typealias Transaction = DefaultHistoryTransaction
private typealias Descriptor = HistoryDescriptor<Transaction>

extension ModelContext {
  fileprivate func newestToken() throws -> DefaultHistoryToken {
    try #require(try HistoryReplay.newestToken(in: self))
  }

  fileprivate func transactions(after token: DefaultHistoryToken) throws -> [Int64] {
    try fetchHistory(Descriptor(predicate: #Predicate { $0.token > token })).map(\.id)
  }
}

/// Tokens are per store, `Comparable` and `Codable`.
///
/// A token before a deleted range fails with `historyTokenExpired`.
@Suite("Tokens of the history")
struct HistoryTokenTests {
  private let store: TestStore
  private let context: ModelContext

  init() throws {
    store = try TestStore(.file, for: Coin.self, Purse.self)
    context = store.makeContext()
  }

  private func save(_ count: Int) throws -> [DefaultHistoryToken] {
    try (0..<count).map { number in
      context.insert(Coin(number))
      try context.save()
      return try context.newestToken()
    }
  }

  @Test func tokensExpireWhenLaterTransactionsAreDeleted() throws {
    let tokens = try save(6)
    let third = tokens[2]
    try context.deleteHistory(Descriptor(predicate: #Predicate { $0.token <= third }))
    for token in tokens[..<2] {
      #expect(throws: SwiftDataError.historyTokenExpired) {
        try context.transactions(after: token)
      }
      #expect(throws: SwiftDataError.historyTokenExpired) {
        try context.fetchHistory(Descriptor(predicate: #Predicate { $0.token >= token }))
      }
    }
    // No transaction after the third one is missing, although the third one itself is deleted.
    #expect(try context.transactions(after: third) == [4, 5, 6])
    #expect(throws: SwiftDataError.historyTokenExpired) {
      try context.fetchHistory(Descriptor(predicate: #Predicate { $0.token >= third }))
    }
    #expect(try context.transactions(after: tokens[4]) == [6])
    // Deleting history, and requesting transactions before a token, do not need the missing ones.
    let first = tokens[0]
    try context.deleteHistory(Descriptor(predicate: #Predicate { $0.token > first && $0.id < 1 }))
    #expect(
      try context.fetchHistory(Descriptor(predicate: #Predicate { $0.token <= first })).isEmpty)
  }

  @Test func onlyTheLastTokenOutlivesAnEmptiedHistory() throws {
    let tokens = try save(3)
    try context.deleteHistory(Descriptor())
    #expect(try context.fetchHistory(Descriptor()).isEmpty)
    #expect(try context.transactions(after: tokens[2]).isEmpty)
    #expect(throws: SwiftDataError.historyTokenExpired) {
      try context.transactions(after: tokens[1])
    }
    // Numbers are not reused, not even by another container.
    let other = try store.makeReopenedContext()
    other.insert(Coin(9))
    try other.save()
    #expect(try other.transactions(after: tokens[2]) == [4])
    #expect(throws: SwiftDataError.historyTokenExpired) { try other.transactions(after: tokens[1]) }
  }

  @Test func tokensStayValidAfterDeletionsInTheMiddle() throws {
    let tokens = try save(5)
    try context.deleteHistory(
      Descriptor(predicate: #Predicate<Transaction> { $0.id == 3 || $0.id == 5 }))
    #expect(try context.transactions(after: tokens[0]) == [2, 4])
    #expect(try context.transactions(after: tokens[4]).isEmpty)
  }

  @Test func tokensStayValidAfterSavesWithoutChanges() throws {
    let tokens = try save(1)
    let coin = try #require(try context.fetch(FetchDescriptor<Coin>()).first)
    let other = store.makeContext()
    try other.delete(model: Coin.self)
    try other.save()
    // The row was deleted, so this save writes nothing.
    coin.value = 7
    try context.save()
    _ = try save(1)
    #expect(try context.transactions(after: tokens[0]) == [2, 3])
    let second = try #require(try context.fetchHistory(Descriptor()).dropFirst().first).token
    try context.deleteHistory(Descriptor(predicate: #Predicate { $0.token <= second }))
    #expect(try context.transactions(after: second) == [3])
  }

  @Test func tokensExpireWithTheirStore() throws {
    let tokens = try save(2)
    try store.container.erase()
    #expect(throws: SwiftDataError.historyTokenExpired) {
      try store.makeContext().transactions(after: tokens[1])
    }
    let elsewhere = try TestStore(.memory, for: Coin.self, Purse.self).makeContext()
    #expect(throws: SwiftDataError.historyTokenExpired) {
      try elsewhere.transactions(after: tokens[1])
    }
    let future = DefaultHistoryToken(store: tokens[0].storeIdentifier, transaction: 900)
    #expect(throws: SwiftDataError.historyTokenExpired) {
      try store.makeContext().transactions(after: future)
    }
  }

  @Test func tokensAreComparedByTheStoresInCommon() throws {
    func token(_ numbers: [(String, Int64)]) -> DefaultHistoryToken {
      numbers.dropFirst().reduce(
        DefaultHistoryToken(store: numbers[0].0, transaction: numbers[0].1)
      ) { $0.merging(DefaultHistoryToken(store: $1.0, transaction: $1.1)) }
    }
    let (a1, a2, b1) = (token([("a", 1)]), token([("a", 2)]), token([("b", 1)]))
    let (a1b2, a2b1) = (token([("a", 1), ("b", 2)]), token([("a", 2), ("b", 1)]))
    #expect(a1 < a2)
    #expect(a2 > a1)
    #expect(a1 <= a1)
    #expect(a1 >= a1)
    #expect(!(a1 < a1))
    #expect(!(a1 < b1))
    #expect(!(b1 < a1))
    #expect(!(a1 <= b1))
    #expect(!(a1 >= b1))
    #expect(a1 != b1)
    #expect(b1 < a1b2)
    #expect(a1 <= a1b2)
    #expect(a1 >= a1b2)
    #expect(a1 != a1b2)
    #expect(!(a1b2 < a2b1))
    #expect(!(a2b1 < a1b2))
    #expect(a1b2.merging(a2b1) == token([("a", 2), ("b", 2)]))
    #expect(a1b2 < a1b2.merging(a2))
    #expect(a1b2.storeIdentifier == "a")
    #expect(b1.storeIdentifier == "b")
    let encoded = try JSONEncoder().encode(a1b2)
    #expect(try JSONDecoder().decode(DefaultHistoryToken.self, from: encoded) == a1b2)
    let nothing = try JSONDecoder().decode(DefaultHistoryToken.self, from: Data("{}".utf8))
    #expect(nothing.tokenValue == nil)
    #expect(nothing < a1)
    #expect(nothing <= a1)
    #expect(!(a1 < nothing))
    #expect(nothing.storeIdentifier.isEmpty)
    #expect(nothing.merging(a1) == a1)
    #expect(!(nothing < nothing))
    _ = try save(2)
    #expect(try context.transactions(after: nothing) == [1, 2])
  }

  @Test func mergedTokensCoverAllStoresOfAContainer() throws {
    let container = try ModelContainer(
      for: Schema([Coin.self, Purse.self]),
      configurations: [
        ModelConfiguration("coins", schema: Schema([Coin.self]), isStoredInMemoryOnly: true),
        ModelConfiguration("purses", schema: Schema([Purse.self]), isStoredInMemoryOnly: true),
      ])
    let context = ModelContext(container)
    func save() throws -> [Transaction] {
      context.insert(Coin(1))
      try context.save()
      context.insert(Purse())
      try context.save()
      return try context.fetchHistory(Descriptor())
    }
    let first = try save()
    let seen = first.dropFirst().reduce(first[0].token) { $0.merging($1.token) }
    #expect(try context.transactions(after: seen).isEmpty)
    _ = try save()
    #expect(try context.transactions(after: seen) == [2, 2])
    // A token of one store does not apply to the other.
    let coins = try context.fetchHistory(
      Descriptor(predicate: #Predicate { $0.token > seen })
    ).first { $0.changes.contains { $0.changedPersistentIdentifier.entityName == "Coin" } }
    let known = try #require(coins).token
    let rest = try context.fetchHistory(Descriptor(predicate: #Predicate { $0.token >= known }))
    #expect(rest.map(\.storeIdentifier) == [known.storeIdentifier])
    var order = Descriptor(sortBy: [SortDescriptor(\.token, order: .reverse)])
    #expect(try context.fetchHistory(order).map(\.id) == [2, 1, 2, 1])
    order.fetchLimit = 3
    #expect(try context.fetchHistory(order).map(\.id) == [2, 1, 2])
  }

  /// Only `didSave` notifications contain the tokens.
  @Test func notificationsOfSavesContainTokens() throws {
    let told = Mutex<[[String: DefaultHistoryToken]]>([])
    let key = ModelContext.NotificationKey.historyTokens.rawValue
    let observer = NotificationCenter.default.addObserver(
      forName: ModelContext.didSave, object: context, queue: nil
    ) { notification in
      let tokens = notification.userInfo?[key] as? [String: any HistoryToken]
      told.withLock { $0.append(tokens?.compactMapValues { $0 as? DefaultHistoryToken } ?? [:]) }
    }
    defer { NotificationCenter.default.removeObserver(observer) }
    let tokens = try save(2)
    #expect(told.withLock { $0 } == tokens.map { [$0.storeIdentifier: $0] })
    #expect(key == "historyTokens")
  }

  @Test func savesOfADefaultStoreReturnTokens() throws {
    let store = try DefaultStore(
      ModelConfiguration(schema: Schema([Coin.self]), isStoredInMemoryOnly: true))
    func save(_ inserted: [DefaultSnapshot]) throws -> (any HistoryToken)? {
      try store.save(
        DataStoreSaveChangesRequest(
          inserted: inserted, updated: [], deleted: [], editingState: EditingState())
      ).historyToken
    }
    var related: [PersistentIdentifier: any BackingData] = [:]
    let coin = Coin(1)
    let snapshot = DefaultSnapshot(
      from: coin.persistentBackingData, relatedBackingDatas: &related)
    let token = try #require(try save([snapshot]))
    #expect(token.storeIdentifier == store.identifier)
    #expect(try store.fetchHistory(Descriptor()).map(\.token) == [token as? DefaultHistoryToken])
    #expect(try save([]) == nil)
  }
}
