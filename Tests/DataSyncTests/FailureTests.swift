import DataSync
import Foundation
import Locks
import OpenSwiftData
import SyncPort
import Testing

@Suite("Syncs that fail")
struct FailureTests {
  private let server = MemoryServer()

  private func fill(_ container: ModelContainer, _ range: Range<Int>) throws {
    let context = ModelContext(container)
    for number in range { context.insert(SyncedNote(title: "note \(number)")) }
    try context.save()
  }

  private func titles(_ container: ModelContainer) throws -> [String] {
    try ModelContext(container).fetch(
      FetchDescriptor<SyncedNote>(sortBy: [SortDescriptor(\.title)])
    ).map(\.title)
  }

  private func delete(_ title: String, _ container: ModelContainer) throws {
    let context = ModelContext(container)
    try context.delete(model: SyncedNote.self, where: #Predicate { $0.title == title })
    try context.save()
  }

  @Test(arguments: 0..<5)
  func everythingIsComparedWhenACursorExpires(_ page: Int) async throws {
    let containers = [try SyncedStores.make(), try SyncedStores.make()]
    try fill(containers[0], 0..<20)
    let one = try SyncEngine(containers[0], MemoryProvider(server))
    try await one.syncNow()
    let small = MemoryProvider(server, capabilities: SyncCapabilities(pageSize: 5))
    let first = try SyncEngine(containers[1], small)
    try await first.syncNow()
    // Both have changes, and one deletes records whose deletion the server then forgets.
    try delete("note 3", containers[0])
    try delete("note 4", containers[1])
    try fill(containers[0], 20..<40)
    try fill(containers[1], 40..<45)
    try await one.syncNow()
    let server = server
    let provider = TroubledProvider(
      small,
      before: { request, number in
        if request == .changes, number == page { await server.expireCursors() }
      })
    let other = try SyncEngine(containers[1], provider)
    try await other.syncNow()
    try await one.syncNow()
    try await other.syncNow()
    let all = try titles(containers[0])
    #expect(all.count == 43)
    #expect(Set(all).count == 43)
    #expect(!all.contains("note 3"))
    #expect(!all.contains("note 4"))
    #expect(try titles(containers[1]) == all)
    #expect(await server.records.count == 43)
  }

  /// The server stored a part of a batch, and did or did not report this.
  @Test(arguments: [false, true])
  func syncsContinueAfterAHalfAppliedBatch(_ isTold: Bool) async throws {
    let containers = [try SyncedStores.make(), try SyncedStores.make()]
    try fill(containers[0], 0..<40)
    let provider = HalfProvider(MemoryProvider(server), isTold: isTold)
    let engine = try SyncEngine(containers[0], provider)
    for _ in 0..<12 {
      do {
        try await engine.syncNow()
        break
      } catch let error as SyncError {
        #expect(error.kind == .offline)
      }
    }
    #expect(try await engine.counts().pending == 0)
    try await SyncEngine(containers[1], MemoryProvider(server)).syncNow()
    #expect(try titles(containers[1]) == titles(containers[0]))
    #expect(try titles(containers[1]).count == 40)
    #expect(await server.records.count == 40)
  }

  @Test func aChangedAccountIsReported() async throws {
    let other = MemoryServer()
    let container = try SyncedStores.make()
    try fill(container, 0..<3)
    let former = MemoryProvider(server, account: "ada")
    let new = MemoryProvider(other, account: "eve")
    try await SyncEngine(container, former).syncNow()
    try fill(container, 3..<4)
    let asking = try SyncEngine(container, new)
    for _ in 0..<2 {
      await #expect { try await asking.syncNow() } throws: { error in
        guard let error = error as? SyncError else { return false }
        return error.kind == .accountChanged && !error.isTransient && error.advice != nil
          && error.message.contains("ada") && error.message.contains("eve")
          && error.message.contains("One record has changes that were never sent")
      }
    }
    #expect(asking.status.lastError?.kind == .accountChanged)
    #expect(await other.records.isEmpty)
    // Signing in to the former account continues as before.
    try await SyncEngine(container, former).syncNow()
    #expect(await server.records.count == 4)
    // Choosing an account policy continues as well, and one sync is enough.
    var options = SyncOptions()
    options.account = .merges
    let merging = try SyncEngine(container, new, options)
    let events = merging.events
    try await merging.syncNow()
    for await event in events {
      guard case .accountChanged(let from, let to) = event else { continue }
      #expect(from == "ada")
      #expect(to == "eve")
      break
    }
    #expect(await other.records.count == 4)
    try await asking.syncNow()
    #expect(try titles(container).count == 4)
  }

  /// Each server has older versions of records that changed while the stores were synced with the
  /// other one.
  @Test func storesSyncWithAnotherServerAndBack() async throws {
    let servers = [MemoryServer(), MemoryServer()]
    let providers = servers.enumerated().map {
      MemoryProvider($0.element, identifier: "server \($0.offset)")
    }
    let containers = [try SyncedStores.make(), try SyncedStores.make()]
    func sync(_ number: Int) async throws {
      for _ in 0..<2 {
        for container in containers { try await SyncEngine(container, providers[number]).syncNow() }
      }
    }
    try fill(containers[0], 0..<10)
    for (round, provider) in [0, 1, 0, 1, 0].enumerated() {
      try await sync(provider)
      try fill(containers[round % 2], 10 + round..<11 + round)
      let title = "note \(round / 2)"
      let context = ModelContext(containers[(round + 1) % 2])
      let notes = try context.fetch(
        FetchDescriptor<SyncedNote>(predicate: #Predicate { $0.title == title }))
      for note in notes { note.count = round + 1 }
      try context.save()
      // Synced with this server, or only with the next one.
      if round > 1 { try await sync(provider) }
    }
    for number in [0, 1, 0] { try await sync(number) }
    let contents = try SyncedStores.contents(containers[0])
    #expect(contents.count == 15)
    #expect(
      contents.filter { !$0.contains(" 0 - ") }.map { $0.dropFirst(5).prefix(8) } == [
        "note 0 2", "note 1 4", "note 2 5",
      ])
    #expect(try SyncedStores.contents(containers[1]) == contents)
    for server in servers { #expect(await server.records.count == 15) }
  }

  @Test func deletionsReachAnotherServer() async throws {
    let other = MemoryProvider(MemoryServer(), identifier: "other")
    let containers = [try SyncedStores.make(), try SyncedStores.make()]
    try fill(containers[0], 0..<3)
    for container in containers {
      try await SyncEngine(container, MemoryProvider(server)).syncNow()
    }
    try delete("note 1", containers[1])
    for container in containers { try await SyncEngine(container, other).syncNow() }
    try await SyncEngine(containers[0], other).syncNow()
    for container in containers { #expect(try titles(container) == ["note 0", "note 2"]) }
    #expect(await other.server.records.count == 2)
  }

  @Test func configurationsSyncSeparately() async throws {
    let configurations = [
      ModelConfiguration(
        "people", schema: Schema([SyncedPerson.self, SyncedNote.self, SyncedTag.self]),
        isStoredInMemoryOnly: true),
      ModelConfiguration("places", schema: Schema([LonePlace.self]), isStoredInMemoryOnly: true),
    ]
    let container = try ModelContainer(
      for: Schema([SyncedPerson.self, SyncedNote.self, SyncedTag.self, LonePlace.self]),
      configurations: configurations)
    let servers = [MemoryServer(), MemoryServer()]
    #expect { try SyncEngine(container, MemoryProvider(servers[0])) } throws: {
      ($0 as? SyncError)?.kind == .invalid
    }
    let engines = try zip(["people", "places"], servers).map { name, server in
      var options = SyncOptions()
      options.configuration = name
      return try SyncEngine(container, MemoryProvider(server), options)
    }
    let context = ModelContext(container)
    context.insert(SyncedNote(title: "note"))
    for number in 0..<2 { context.insert(LonePlace(name: "place \(number)")) }
    try context.save()
    async let first = engines[0].syncNow()
    async let second = engines[1].syncNow()
    let reports = try await [first, second]
    #expect(reports.map(\.sent) == [1, 2])
    #expect(await servers[0].records.values.map(\.kind) == ["SyncedNote"])
    #expect(await servers[1].records.count == 2)
  }
}

@Model final class LonePlace {
  var name: String
  init(name: String) { self.name = name }
}

/// A server that stores only a part of each batch, and reports an error or success.
private final class HalfProvider: SyncProvider {
  private let inner: MemoryProvider
  private let isTold: Bool

  init(_ inner: MemoryProvider, isTold: Bool) { (self.inner, self.isTold) = (inner, isTold) }

  var identifier: String { inner.identifier }
  var capabilities: SyncCapabilities { inner.capabilities }
  func account() async throws -> String? { nil }

  func changes(since cursor: String?, limit: Int) async throws -> SyncPage {
    try await inner.changes(since: cursor, limit: limit)
  }

  func write(_ writes: [SyncWrite]) async throws -> [SyncWriteResult] {
    let half = (writes.count + 1) / 2
    let results = try await inner.write(Array(writes.prefix(half)))
    guard isTold || half == writes.count else { throw SyncError(.offline, "The answer was lost.") }
    return results + Array(repeating: .postponed, count: writes.count - half)
  }

  func store(piece bytes: Data, named name: String) async throws {}
  func piece(named name: String) async throws -> Data? { nil }
}
