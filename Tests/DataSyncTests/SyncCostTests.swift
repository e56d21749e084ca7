import DataSync
import Foundation
import KintoSync
import OpenSwiftData
import SyncTesting
import Testing

/// How many requests syncs take, and how many bytes: the time of a sync is mostly theirs.
@Suite("Costs of syncs")
struct SyncCostTests {
  private let transport = CountingTransport()

  @Test func haveRequestsAsFewAsTheServerAllows() async throws {
    let server = try KintoServer.shared(.memory)
    let name = "c" + UUID().uuidString.lowercased()
    let credentials = try await server.makeAccount(name)
    // Nothing is uncertain where one alone writes, but for the second that the server's clock shows.
    let provider = KintoProvider(
      server.address, collection: name, credentials: credentials, uncertainty: 0,
      transport: transport)
    let container = try SyncedStores.make()
    try fill(container)
    let engine = try SyncEngine(container, provider)
    // Who is signed in, what there is (nothing), and two collections to make; then batches of 24 and
    // of one request that keeps other writers waiting.
    try await engine.syncNow()
    let first = transport.take()
    #expect(first.requests <= 4 + 1_000 / 24 + 2)
    #expect(first.sentBytes / 1_000 < 500, "\(first)")
    #expect(first.fetchedBytes / 1_000 < 900, "\(first)")
    // The versions of what was sent come back once, in pages of 500 and one that says that there is no more.
    try await Task.sleep(for: .milliseconds(2_100))
    #expect(try await engine.syncNow().fetched == 0)
    let echo = transport.take()
    #expect(echo.requests <= 5)
    #expect(echo.fetchedBytes / 1_000 < 120, "\(echo)")
    // Nothing has changed: who is signed in, whether the last mark is there, and what is new.
    try await engine.syncNow()
    let idle = transport.take()
    #expect(idle.requests == 3)
    #expect(idle.sentBytes == 0)
    #expect(idle.fetchedBytes < 4_000, "\(idle)")
    // A hundred have changed.
    try change(container)
    try await engine.syncNow()
    let changed = transport.take()
    #expect(changed.requests == 3 + 5)
    #expect(changed.sentBytes / 100 < 600, "\(changed)")
    // Another device reads all.
    let others = try SyncedStores.make()
    let other = try SyncEngine(others, provider)
    #expect(try await other.syncNow().fetched == 1_000)
    let fetched = transport.take()
    #expect(fetched.requests <= 1 + 3)
    #expect(fetched.fetchedBytes / 1_000 < 500, "\(fetched)")
    // What others have sent as well is read, and what was sent here with it.
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
