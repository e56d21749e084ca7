import DataSync
import Foundation
import OpenSwiftData
import SyncEncryption
import Testing

/// A server that stores several places of one user cannot move data from one place to another.
@Suite("Places of sealed syncs")
struct SealedPlaceSyncTests {
  private let key: SyncKey
  private let work = MemoryServer()
  private let home = MemoryServer()

  init() throws { key = try SyncKey.random() }

  private func store(_ name: String) throws -> ModelContainer {
    let container = try SyncedStores.make()
    let context = ModelContext(container)
    context.insert(SyncedPerson(name: name))
    try context.save()
    return container
  }

  private func names(_ container: ModelContainer) throws -> [String] {
    try ModelContext(container).fetch(FetchDescriptor<SyncedPerson>()).map(\.name).sorted()
  }

  /// Syncs as a newly started program does.
  @discardableResult
  private func sync(_ container: ModelContainer, _ server: MemoryServer) async throws -> SyncReport
  {
    try await SyncEngine(container, SealedProvider(MemoryProvider(server), key: key)).syncNow()
  }

  private func error(_ body: () async throws -> SyncReport) async -> SyncError? {
    do {
      _ = try await body()
      return nil
    } catch { return error as? SyncError }
  }

  @Test func recordThatIsReplayedInAnotherPlaceIsSetAside() async throws {
    let (ada, ben) = (try store("Ada"), try store("Ben"))
    try await sync(ada, work)
    try await sync(ben, home)
    for record in await work.records.values where record.name != "sealed-key" {
      var copy = record
      copy.tag = nil
      _ = try await MemoryProvider(home).write([.save(copy)])
    }
    #expect(try await sync(ben, home).setAside > 0)
    #expect(try names(ben) == ["Ben"])
  }

  @Test func placeThatIsShownInsteadOfAnotherIsRefused() async throws {
    let (ada, ben) = (try store("Ada"), try store("Ben"))
    try await sync(ada, work)
    try await sync(ben, home)
    let thrown = await error { try await sync(ben, work) }
    #expect(thrown?.kind == .serverReset)
    #expect(try names(ben) == ["Ben"])
    // Nothing of the store was sent there, and syncing with the correct place continues.
    try await sync(ada, work)
    #expect(try names(ada) == ["Ada"])
    try await sync(ben, home)
  }

  @Test func emptiedServerStaysTheSamePlace() async throws {
    let (ada, ben) = (try store("Ada"), try store("Ben"))
    for container in [ada, ben, ada] { try await sync(container, work) }
    await work.restore(MemoryServer.Backup())
    for container in [ada, ben, ada] { try await sync(container, work) }
    #expect(try names(ada) == ["Ada", "Ben"])
    #expect(try names(ben) == ["Ada", "Ben"])
    let new = try store("Cyd")
    try await sync(new, work)
    #expect(try names(new) == ["Ada", "Ben", "Cyd"])
  }

  @Test func aServerEmptiedBetweenTwoSyncsStaysTheSamePlace() async throws {
    let (ada, ben) = (try store("Ada"), try store("Ben"))
    let engine = try SyncEngine(ada, SealedProvider(MemoryProvider(work), key: key))
    try await engine.syncNow()
    await work.restore(MemoryServer.Backup())
    try await engine.syncNow()
    try await sync(ben, work)
    try await engine.syncNow()
    #expect(try names(ada) == ["Ada", "Ben"])
    #expect(try names(ben) == ["Ada", "Ben"])
  }

  @Test func aRecreatedPlaceIsAcceptedAfterForgettingTheServer() async throws {
    let ada = try store("Ada")
    try await sync(ada, work)
    #expect(await error { try await sync(ada, home) } == nil)
    await home.restore(MemoryServer.Backup())
    try await sync(store("Cyd"), home)
    #expect(await error { try await sync(ada, home) }?.kind == .serverReset)
    try await SyncEngine(ada, SealedProvider(MemoryProvider(home), key: key)).forgetServer()
    try await sync(ada, home)
    #expect(try names(ada) == ["Ada", "Cyd"])
  }
}
