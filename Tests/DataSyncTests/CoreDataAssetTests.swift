import CloudKitSync
import DataSync
import Foundation
import OpenSwiftData
import SyncTesting
import Testing

/// An Apple app and two apps of this library share pictures through a fake CloudKit server.
@Suite("Pictures that Core Data keeps in assets")
struct CoreDataAssetTests {
  private let zone = CloudKitDatabase.coreDataZone
  private let user = CloudKitFakeAccounts.users[0]
  private let name = "6C1A3F4E-0000-4000-8000-000000000001"

  @Test func assetsSyncInBothDirections() async throws {
    let accounts = await CloudKitFakeAccounts()
    let server = accounts.server
    var options = SyncOptions()
    options.ignoresModelRules = true
    let containers = [try SyncedStores.make(), try SyncedStores.make()]
    let engines = try containers.map { try SyncEngine($0, accounts.provider(), options) }
    try await engines[0].syncNow()
    try await server.putRecord(
      name, type: "CD_SyncedNote",
      fields: #"""
        {"CD_entityName": {"type": "STRING", "value": "SyncedNote"},
         "CD_title": {"type": "STRING", "value": "theirs"}, "CD_count": {"type": "INT64", "value": 1}}
        """#, user: user, zone: zone)
    let theirs = Data(repeating: 7, count: 600_000)
    await server.putAsset(theirs, "picture", record: name, user: user, zone: zone)
    try await settle(engines)
    #expect(try pictures(containers) == [theirs, theirs])
    #expect(await asset(server) == theirs)
    // The Apple app changes the picture, then an app of this library does.
    let later = Data(repeating: 8, count: 500_000)
    await server.putAsset(later, "picture", record: name, user: user, zone: zone)
    try await settle(engines)
    #expect(try pictures(containers) == [later, later])
    let own = Data(repeating: 9, count: 700_000)
    let context = ModelContext(containers[1])
    try context.fetch(FetchDescriptor<SyncedNote>()).first?.picture = own
    try context.save()
    try await settle(engines)
    #expect(try pictures(containers) == [own, own])
    #expect(await asset(server) == own)
  }

  /// Syncs until no engine has anything to send; a few rounds are enough.
  private func settle(_ engines: [SyncEngine]) async throws {
    for _ in 0..<3 { for engine in engines { try await engine.syncNow() } }
    for engine in engines {
      let report = try await engine.syncNow()
      #expect(report.sent == 0)
      #expect(report.fetched == 0)
      let counts = try await engine.counts()
      #expect(counts.pending == 0)
      #expect(counts.waiting == 0)
    }
  }

  private func pictures(_ containers: [ModelContainer]) throws -> [Data?] {
    try containers.map {
      try ModelContext($0).fetch(FetchDescriptor<SyncedNote>()).first?.picture
    }
  }

  private func asset(_ server: CloudKitFakeServer) async -> Data? {
    await server.assetBytes("picture", record: name, user: user, zone: zone)
  }
}
