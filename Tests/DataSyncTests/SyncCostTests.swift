import DataSync
import Foundation
import KintoSync
import OpenSwiftData
import SyncTesting
import Testing

/// The numbers of requests and bytes of syncs, which dominate the time of a sync.
@Suite("Costs of syncs")
struct SyncCostTests {
  private let transport = CountingTransport()

  @Test func syncsNeedFewRequestsAndBytes() async throws {
    let server = try KintoServer.shared(.memory)
    let name = "c" + UUID().uuidString.lowercased()
    let credentials = try await server.makeAccount(name)
    // With one writer nothing is uncertain except the current second of the server's clock.
    let provider = KintoProvider(
      server.address, collection: name, credentials: credentials, uncertainty: 0,
      transport: transport)
    let container = try SyncedStores.make()
    try fill(container)
    let engine = try SyncEngine(container, provider)
    // The account, an empty fetch, and two collections to create; then batches of 24, and one
    // request that holds other writers back.
    try await engine.syncNow()
    let first = transport.take()
    #expect(first.requests <= 4 + 1_000 / 24 + 2)
    #expect(first.sentBytes / 1_000 < 500, "\(first)")
    #expect(first.fetchedBytes / 1_000 < 900, "\(first)")
    // The versions of sent records are fetched once, in pages of 500 and a final page that reports
    // the end.
    try await Task.sleep(for: .milliseconds(2_100))
    #expect(try await engine.syncNow().fetched == 0)
    let echo = transport.take()
    #expect(echo.requests <= 5)
    #expect(echo.fetchedBytes / 1_000 < 120, "\(echo)")
    // Nothing changed: the account, whether the last mark exists, and new changes.
    try await engine.syncNow()
    let idle = transport.take()
    #expect(idle.requests == 3)
    #expect(idle.sentBytes == 0)
    #expect(idle.fetchedBytes < 4_000, "\(idle)")
    // A hundred records changed.
    try change(container)
    try await engine.syncNow()
    let changed = transport.take()
    #expect(changed.requests == 3 + 5)
    #expect(changed.sentBytes / 100 < 600, "\(changed)")
    // Another device fetches everything.
    let others = try SyncedStores.make()
    let other = try SyncEngine(others, provider)
    #expect(try await other.syncNow().fetched == 1_000)
    let fetched = transport.take()
    #expect(fetched.requests <= 1 + 3)
    #expect(fetched.fetchedBytes / 1_000 < 500, "\(fetched)")
    // Changes of others are fetched, together with the records that were sent here.
    try change(container)
    try await engine.syncNow()
    _ = transport.take()
    #expect(try await other.syncNow().fetched == 100)
    #expect(transport.take().requests <= 1 + 3)
    #expect(try SyncedStores.contents(container) == SyncedStores.contents(others))
  }

  private func fill(_ container: ModelContainer) throws {
    let context = ModelContext(container)
    for number in 0..<200 {
      let person = SyncedPerson(name: "person \(number)")
      context.insert(person)
      for note in 0..<4 {
        let new = SyncedNote(title: "note \(note) of person \(number)")
        new.owner = person
        context.insert(new)
      }
    }
    try context.save()
  }

  private func change(_ container: ModelContainer) throws {
    let context = ModelContext(container)
    for note in try context.fetch(FetchDescriptor<SyncedNote>()).prefix(100) { note.count += 1 }
    try context.save()
  }
}
