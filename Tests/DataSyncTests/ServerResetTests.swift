import DataSync
import Foundation
import KintoSync
import OpenSwiftData
import SyncHTTP
import SyncPort
import SyncTesting
import Testing

/// Devices keep whatever a server loses, and send it again.
@Suite("Servers that lose changes")
struct ServerResetTests {
  private let server = MemoryServer()

  /// A store and its engine.
  private struct Device {
    let container: ModelContainer
    let engine: SyncEngine

    init(_ provider: any SyncProvider, _ options: SyncOptions = SyncOptions()) throws {
      container = try SyncedStores.make()
      engine = try SyncEngine(container, provider, options)
    }

    func add(_ titles: String...) throws {
      let context = ModelContext(container)
      for title in titles { context.insert(SyncedNote(title: title)) }
      try context.save()
    }

    func delete(_ title: String) throws {
      let context = ModelContext(container)
      try context.delete(model: SyncedNote.self, where: #Predicate { $0.title == title })
      try context.save()
    }

    func rename(_ title: String, _ other: String) throws {
      let context = ModelContext(container)
      let notes = try context.fetch(
        FetchDescriptor<SyncedNote>(predicate: #Predicate { $0.title == title }))
      for note in notes { note.title = other }
      try context.save()
    }

    func titles() throws -> [String] {
      try ModelContext(container).fetch(
        FetchDescriptor<SyncedNote>(sortBy: [SortDescriptor(\.title)])
      ).map(\.title)
    }
  }

  private func sync(_ devices: [Device], _ rounds: Int = 2) async throws {
    for _ in 0..<rounds { for device in devices { try await device.engine.syncNow() } }
  }

  /// Two devices with three rows that the backup contains, and two later rows.
  private func fill(_ devices: [Device]) async throws -> MemoryServer.Backup {
    try devices[0].add("a", "b")
    try devices[1].add("c")
    try await sync(devices)
    let backup = await server.backup()
    try devices[0].add("d")
    try devices[1].add("e")
    try await sync(devices)
    return backup
  }

  @Test(arguments: [false, true])
  func rowsOutliveARestoredOrEmptiedServer(_ isEmptied: Bool) async throws {
    let devices = try (0..<2).map { _ in try Device(MemoryProvider(server)) }
    let backup = try await fill(devices)
    await server.restore(isEmptied ? MemoryServer.Backup() : backup)
    let events = devices[0].engine.events
    try await sync(devices)
    for device in devices { #expect(try device.titles() == ["a", "b", "c", "d", "e"]) }
    #expect(await server.records.count == 5)
    // The program is notified, once.
    let last = Task {
      var counts: [Int] = []
      for await event in events {
        if case .serverReset(let records) = event { counts.append(records) }
        if case .ended = event { return counts }
      }
      return counts
    }
    #expect(await last.value == [5])
    let other = try Device(MemoryProvider(server))
    try await other.engine.syncNow()
    #expect(try other.titles() == ["a", "b", "c", "d", "e"])
  }

  /// Cursors, numbers and times reveal nothing once others wrote more than was lost.
  @Test func rowsOutliveARestoredServerThatOthersWroteTo() async throws {
    let devices = try (0..<2).map { _ in try Device(MemoryProvider(server)) }
    let backup = try await fill(devices)
    await server.restore(backup)
    let third = try Device(MemoryProvider(server))
    for number in 0..<20 { try third.add("third \(number)") }
    try await third.engine.syncNow()
    try await sync(devices + [third])
    let all = ["a", "b", "c", "d", "e"] + (0..<20).map { "third \($0)" }.sorted()
    for device in devices + [third] { #expect(try device.titles() == all) }
    #expect(await server.records.count == 25)
  }

  /// One device detects the reset; the others learn of it, including those that know none of the
  /// lost records.
  @Test func devicesThatWereAwayAgreeAfterwards() async throws {
    let devices = try (0..<3).map { _ in try Device(MemoryProvider(server)) }
    try devices[0].add("a")
    try await sync(devices)
    let backup = await server.backup()
    try devices[0].rename("a", "b")
    try devices[0].add("c")
    try await sync([devices[0], devices[1]])
    try devices[2].add("d")
    try devices[1].delete("c")
    await server.restore(backup)
    try await sync(devices, 3)
    // One device had deleted “c”, which another still had.
    for device in devices { #expect(try device.titles() == ["b", "d"]) }
    #expect(await server.records.count == 2)
  }

  @Test func tombstonesThatAreForgottenStillDelete() async throws {
    let devices = try (0..<2).map { _ in try Device(MemoryProvider(server)) }
    _ = try await fill(devices)
    try devices[0].delete("a")
    try devices[0].add("f")
    try await devices[0].engine.syncNow()
    await server.expireCursors()
    try await sync(devices)
    for device in devices { #expect(try device.titles() == ["b", "c", "d", "e", "f"]) }
  }

  /// A server that lost tombstones as well as rows is not trusted about deletions.
  @Test func rowsThatTheServerMayHaveLostAreKept() async throws {
    let devices = try (0..<2).map { _ in try Device(MemoryProvider(server)) }
    let backup = try await fill(devices)
    await server.restore(backup)
    await server.expireCursors()
    try await sync(devices)
    for device in devices { #expect(try device.titles() == ["a", "b", "c", "d", "e"]) }
    #expect(await server.records.count == 5)
  }

  @Test func programsCanDecideFirst() async throws {
    var options = SyncOptions()
    options.serverReset = .asks
    let device = try Device(MemoryProvider(server), options)
    try device.add("a", "b")
    try await device.engine.syncNow()
    let backup = await server.backup()
    await server.restore(MemoryServer.Backup())
    for _ in 0..<2 {
      let error = await #expect(throws: SyncError.self) { try await device.engine.syncNow() }
      #expect(error?.kind == .serverReset)
      #expect(error?.isTransient == false)
      #expect(error?.message.contains("2 records") == true)
      #expect(error?.advice != nil)
    }
    #expect(await server.records.isEmpty)
    // Syncing with an unchanged server continues as before.
    await server.restore(backup)
    try device.add("c")
    try await device.engine.syncNow()
    await server.restore(MemoryServer.Backup())
    let deciding = try SyncEngine(device.container, MemoryProvider(server))
    try await deciding.syncNow()
    #expect(await server.records.count == 3)
  }

  /// A provider that cannot read single records is asked to create one.
  @Test(arguments: [false, true])
  func serversWithoutSingleRecordReadsAreChecked(_ isEmptied: Bool) async throws {
    let memory = MemoryProvider(server)
    let provider = LeadingProvider(inner: memory) { try await memory.changes(since: $0, limit: 9) }
    let devices = try (0..<2).map { _ in try Device(provider) }
    let backup = try await fill(devices)
    let before = await server.records
    try await sync(devices)
    #expect(await server.records == before)
    await server.restore(isEmptied ? MemoryServer.Backup() : backup)
    try await sync(devices, 3)
    for device in devices { #expect(try device.titles() == ["a", "b", "c", "d", "e"]) }
    #expect(await server.records.count == 5)
  }

  @Test func quietSyncsWriteNothing() async throws {
    let provider = TroubledProvider(MemoryProvider(server))
    let devices = try (0..<2).map { _ in try Device(provider) }
    _ = try await fill(devices)
    let count = provider.count(.write)
    try await sync(devices, 3)
    #expect(provider.count(.write) == count)
  }
}

// A real Kinto that loses its data.

extension ServerResetTests {
  private func provider(
    _ kinto: KintoServer, _ user: String, bucket: String = "default"
  ) -> KintoProvider {
    KintoProvider(
      kinto.address, bucket: bucket, collection: "notes",
      credentials: .basic(user: user, password: "secret"), uncertainty: 0)
  }

  private func check(_ devices: [Device], _ provider: any SyncProvider) async throws {
    try await sync(devices)
    let other = try Device(provider)
    try await other.engine.syncNow()
    for device in devices + [other] { #expect(try device.titles() == ["a", "b", "c", "d", "e"]) }
  }

  private func fill(_ devices: [Device], _ backUp: () throws -> Void) async throws {
    try devices[0].add("a", "b")
    try devices[1].add("c")
    try await sync(devices)
    try backUp()
    try devices[0].add("d")
    try devices[1].add("e")
    try await sync(devices)
  }

  @Test func rowsOutliveARestoredKintoBackup() async throws {
    let kinto = try KintoServer(.postgresql)
    _ = try await kinto.makeAccount("someone")
    let provider = provider(kinto, "someone")
    let devices = try (0..<2).map { _ in try Device(provider) }
    try await fill(devices) { try kinto.perform(.backup) }
    try kinto.perform(.restore)
    try await check(devices, provider)
  }

  /// A named bucket, the account's own bucket, and a deleted collection.
  @Test(arguments: ["app", "default", ""])
  func rowsOutliveARecreatedKinto(_ bucket: String) async throws {
    let kinto = try KintoServer(.memory)
    func make() async throws {
      _ = try await kinto.makeAccount("someone")
      if bucket == "app" { try await send("PUT", "buckets/app", kinto) }
    }
    try await make()
    let provider = provider(kinto, "someone", bucket: bucket.isEmpty ? "default" : bucket)
    let devices = try (0..<2).map { _ in try Device(provider) }
    try await fill(devices) {}
    if bucket.isEmpty {
      try await send("DELETE", "buckets/default/collections/notes", kinto)
    } else {
      try kinto.perform(.restart)
      try await make()
    }
    try await check(devices, provider)
  }

  private func send(_ method: String, _ path: String, _ kinto: KintoServer) async throws {
    let sign = "Basic " + Data("someone:secret".utf8).base64EncodedString()
    let response = try await URLSessionTransport().send(
      HTTPRequest(
        method, kinto.address.appendingPathComponent("v1/\(path)"),
        headers: ["authorization": sign], body: nil))
    try #require(response.status < 300, "\(response.status)")
  }
}
