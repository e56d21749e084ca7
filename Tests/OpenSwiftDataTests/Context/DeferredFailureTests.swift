import Foundation
import Locks
import OpenSwiftData
import SQLCore
import SQLiteDriver
import StoreTesting
import TestModels
import Testing

/// Failures in getters, which cannot throw.
@Suite("Failures of calls that cannot throw")
struct DeferredFailureTests {
  private typealias Trip = TestModels.Trip
  private typealias Item = TestModels.Item

  @Model fileprivate final class KeptPage {
    var title: String
    init(title: String) { self.title = title }
  }

  private final class Reports: Sendable {
    private let errors = Mutex<[SwiftDataError?]>([])

    var all: [SwiftDataError?] { errors.withLock { $0 } }

    init(of container: ModelContainer) {
      container.deferredFailureHandler = { failure in
        self.errors.withLock { $0.append(failure.error as? SwiftDataError) }
      }
    }
  }

  private func makeStore() throws -> TestStore {
    let store = try TestStore(.file, GraphSchema.models)
    let context = store.makeContext()
    let trip = Trip(name: "trip")
    context.insert(trip)
    trip.items.append(Item(title: "rope"))
    try context.save()
    return store
  }

  @Test func storesThatCannotBeEmptiedAreReportedAndOthersAreEmptied() throws {
    let folder = try TestFolder()
    let schema = Schema([KeptPage.self])
    let url = folder.file("kept.store")
    let first = try ModelContainer(
      for: schema, configurations: ModelConfiguration("kept", schema: schema, url: url))
    let pages = ModelContext(first)
    pages.insert(KeptPage(title: "kept"))
    try pages.save()
    let container = try ModelContainer(
      for: Schema([KeptPage.self] + GraphSchema.models),
      configurations:
        ModelConfiguration("kept", schema: schema, url: url, allowsSave: false),
      ModelConfiguration(
        "emptied", schema: Schema(GraphSchema.models), url: folder.file("emptied.store")))
    let context = ModelContext(container)
    context.insert(Trip(name: "trip"))
    try context.save()
    let reports = Reports(of: container)
    container.deleteAllData()
    #expect(reports.all == [.storeIsReadOnly])
    let other = ModelContext(container)
    #expect(try other.fetch(FetchDescriptor<Trip>()).isEmpty)
    #expect(try other.fetchCount(FetchDescriptor<KeptPage>()) == 1)
  }

  /// Drops a table through another connection.
  private func drop(_ table: String, of store: TestStore) throws {
    let path = try #require(store.url).path
    try SQLiteConnection(path: path, mode: .readWrite).run("DROP TABLE \(table)")
  }

  @Test func membersThatCannotBeReadAreReported() throws {
    let store = try makeStore()
    let reports = Reports(of: store.container)
    let context = store.makeContext()
    let trip = try #require(context.fetch(FetchDescriptor<Trip>()).first)
    try drop("ZITEM", of: store)
    #expect(trip.items.isEmpty)
    #expect(reports.all.count == 1)
    #expect(reports.all.first??.description.contains("ZITEM") == true, "\(reports.all)")
    #expect(throws: SwiftDataError.self) { try context.save() }
  }

  @Test func anOwnerThatCannotBeReadIsReported() throws {
    let store = try makeStore()
    let reports = Reports(of: store.container)
    let context = store.makeContext()
    let item = try #require(context.fetch(FetchDescriptor<Item>()).first)
    try drop("ZTRIP", of: store)
    #expect(item.trip == nil)
    #expect(reports.all.count == 1)
    #expect(throws: SwiftDataError.self) { try context.save() }
  }

  @Test func modelsOfEndedContextsReportFailures() throws {
    let store = try makeStore()
    let reports = Reports(of: store.container)
    let trip = try #require(store.makeContext().fetch(FetchDescriptor<Trip>()).first)
    let item = try #require(store.makeContext().fetch(FetchDescriptor<Item>()).first)
    #expect(trip.modelContext == nil)
    #expect(item.modelContext == nil)
    try drop("ZITEM", of: store)
    try drop("ZTRIP", of: store)
    #expect(trip.items.isEmpty)
    #expect(reports.all.count == 1)
    #expect(item.trip == nil)
    #expect(reports.all.count == 2)
  }
}
