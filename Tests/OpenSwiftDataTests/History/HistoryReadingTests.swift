import Foundation
import Locks
import Testing

@testable import OpenSwiftData

@Model private final class Errand {
  @Attribute(.preserveValueOnDeletion) var title: String
  @Attribute(.preserveValueOnDeletion) var stars: Int = 0
  var isDone = false
  @Relationship(deleteRule: .cascade, inverse: \ErrandStep.errand) var steps: [ErrandStep] = []

  init(_ title: String) { self.title = title }
}

@Model private final class ErrandStep {
  var text = ""
  var errand: Errand?

  init(_ text: String) { self.text = text }
}

@Model private final class ErrandPlace {
  var name: String
  init(_ name: String) { self.name = name }
}

private typealias Descriptor = HistoryDescriptor<DefaultHistoryTransaction>

@Suite("Reading the history")
struct HistoryReadingTests {
  @Test func theHistoryIncludesAllStoresOfAContainer() throws {
    let container = try ModelContainer(
      for: Schema([Errand.self, ErrandStep.self, ErrandPlace.self]),
      configurations: [
        ModelConfiguration(
          "errands", schema: Schema([Errand.self, ErrandStep.self]), isStoredInMemoryOnly: true),
        ModelConfiguration(
          "places", schema: Schema([ErrandPlace.self]), isStoredInMemoryOnly: true),
      ])
    let context = ModelContext(container)
    context.insert(Errand("post"))
    context.insert(ErrandPlace("town"))
    try context.save()
    let history = try context.fetchHistory(Descriptor())
    #expect(Set(history.map(\.storeIdentifier)).count == 2)
    #expect(history.flatMap(\.changes).count == 2)
  }

  @Test func theHistoryIsEmptyIfItIsNotTracked() throws {
    var configuration = ModelConfiguration(isStoredInMemoryOnly: true)
    configuration.tracksHistory = false
    let container = try ModelContainer(
      for: Errand.self, ErrandStep.self, configurations: configuration)
    let context = ModelContext(container)
    context.insert(Errand("post"))
    try context.save()
    #expect(try context.fetchHistory(Descriptor()).isEmpty)
    try context.deleteHistory(Descriptor())
  }

  @Test func defaultStoresRecordTheirHistory() throws {
    let store = try DefaultStore(
      ModelConfiguration(
        schema: Schema([Errand.self, ErrandStep.self]), isStoredInMemoryOnly: true))
    var related: [PersistentIdentifier: any BackingData] = [:]
    let snapshot = DefaultSnapshot(
      from: Errand("post").persistentBackingData, relatedBackingDatas: &related)
    _ = try store.save(
      DataStoreSaveChangesRequest(
        inserted: [snapshot], updated: [], deleted: [], editingState: EditingState(author: "Ann")))
    #expect(try store.fetchHistory(Descriptor()).map(\.author) == ["Ann"])
    try store.deleteHistory(Descriptor())
    #expect(try store.fetchHistory(Descriptor()).isEmpty)
  }
}

// A store with its own history implementation.

private struct TallyToken: HistoryToken {
  var tokenValue: Int?
  var id: Int { tokenValue ?? 0 }
  static func < (left: Self, right: Self) -> Bool { left.id < right.id }
}

private struct TallyTransaction: HistoryTransaction {
  var timestamp = Date()
  var changes: [HistoryChange] = []
  var token: TallyToken
  var transactionIdentifier: Int
  var storeIdentifier: String
  var author: String?
  var id: Int { transactionIdentifier }
  static func == (left: Self, right: Self) -> Bool { left.id == right.id }
  func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

private final class TallyStore: DataStore, HistoryProviding {
  typealias Snapshot = DefaultSnapshot
  let identifier = "tally"
  let schema: Schema
  let configuration: TallyConfiguration
  private let log = Mutex<[TallyTransaction]>([])

  init(_ configuration: TallyConfiguration, migrationPlan: (any SchemaMigrationPlan.Type)?) throws {
    self.configuration = configuration
    schema = configuration.schema ?? Schema()
  }

  static var historyType: TallyTransaction.Type { TallyTransaction.self }

  func fetch<T>(
    _ request: DataStoreFetchRequest<T>
  ) throws -> DataStoreFetchResult<T, DefaultSnapshot> where T: PersistentModel {
    DataStoreFetchResult(descriptor: request.descriptor, fetchedSnapshots: [])
  }

  func save(
    _ request: DataStoreSaveChangesRequest<DefaultSnapshot>
  ) throws -> DataStoreSaveChangesResult<DefaultSnapshot> {
    var permanent: [PersistentIdentifier: PersistentIdentifier] = [:]
    for (number, snapshot) in request.inserted.enumerated() {
      permanent[snapshot.persistentIdentifier] = try .identifier(
        for: identifier, entityName: snapshot.persistentIdentifier.entityName, primaryKey: number)
    }
    let number = log.withLock { log in
      log.append(
        TallyTransaction(
          token: TallyToken(tokenValue: log.count + 1), transactionIdentifier: log.count + 1,
          storeIdentifier: identifier, author: request.editingState.author))
      return log.count
    }
    return DataStoreSaveChangesResult(
      for: identifier, remappedIdentifiers: permanent,
      historyToken: TallyToken(tokenValue: number))
  }

  func fetchHistory(
    _ descriptor: HistoryDescriptor<TallyTransaction>
  ) throws -> [TallyTransaction] {
    let kept = log.withLock { $0 }
    return try kept.filter { try descriptor.predicate?.evaluate($0) ?? true }
  }

  func deleteHistory(_ descriptor: HistoryDescriptor<TallyTransaction>) throws {
    log.withLock { $0 = [] }
  }
}

private struct TallyConfiguration: DataStoreConfiguration {
  typealias Store = TallyStore
  var name = "tally"
  var schema: Schema?
}

/// A store with `HistoryProviding` defines its own transactions and tokens.
@Suite("Histories of custom stores")
struct CustomHistoryTests {
  @Test func historiesAreReadByTheirTransactionType() throws {
    let whole = Schema([Errand.self, ErrandStep.self, ErrandPlace.self])
    let container = try ModelContainer(
      for: whole,
      configurations: [
        TallyConfiguration(schema: Schema([ErrandPlace.self])),
        ModelConfiguration(
          schema: Schema([Errand.self, ErrandStep.self]), isStoredInMemoryOnly: true),
      ])
    let context = ModelContext(container)
    let told = Mutex<[Int?]>([])
    let observer = NotificationCenter.default.addObserver(
      forName: ModelContext.didSave, object: context, queue: nil
    ) { notification in
      let key = ModelContext.NotificationKey.historyTokens.rawValue
      let tokens = notification.userInfo?[key] as? [String: any HistoryToken]
      let token = tokens?["tally"] as? TallyToken
      told.withLock { $0 += [token?.tokenValue, tokens?.count] }
    }
    defer { NotificationCenter.default.removeObserver(observer) }
    context.author = "Ann"
    context.insert(ErrandPlace("town"))
    context.insert(Errand("post"))
    try context.save()
    context.author = "Bob"
    context.insert(ErrandPlace("village"))
    try context.save()
    #expect(told.withLock { $0 } == [1, 2, 2, 1])
    let tally = try context.fetchHistory(HistoryDescriptor<TallyTransaction>())
    #expect(tally.map(\.author) == ["Ann", "Bob"])
    let bob = try context.fetchHistory(
      HistoryDescriptor<TallyTransaction>(predicate: #Predicate { $0.transactionIdentifier > 1 }))
    #expect(bob.map(\.token.tokenValue) == [2])
    #expect(try context.fetchHistory(Descriptor()).count == 1)
    try context.deleteHistory(HistoryDescriptor<TallyTransaction>())
    #expect(try context.fetchHistory(HistoryDescriptor<TallyTransaction>()).isEmpty)
    #expect(try context.fetchHistory(Descriptor()).count == 1)
  }

  @Test func unknownTransactionTypesAreRefused() throws {
    let container = try ModelContainer(
      for: Errand.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    let context = ModelContext(container)
    #expect(throws: SwiftDataError.invalidTransactionFetchRequest) {
      try context.fetchHistory(HistoryDescriptor<TallyTransaction>())
    }
  }
}
