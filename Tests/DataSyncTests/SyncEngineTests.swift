import DataSync
import Foundation
import Locks
import Observation
import OpenSwiftData
import SyncTesting
import Testing

@Suite("Stores that sync")
struct SyncEngineTests {
  private func container(_ url: URL? = nil) throws -> ModelContainer {
    try SyncedStores.make(url)
  }

  private func fill(_ container: ModelContainer) throws {
    let context = ModelContext(container)
    let person = SyncedPerson(name: "Ada")
    context.insert(person)
    for number in 0..<3 {
      let note = SyncedNote(title: "note \(number)")
      note.owner = person
      note.tags = [SyncedTag(label: "tag \(number)")]
      if number == 1 { note.picture = Data(repeating: 7, count: 600_000) }
      context.insert(note)
    }
    try context.save()
  }

  @Test(arguments: ProviderKind.allCases)
  func allRowsAndChangesAreSynced(_ kind: ProviderKind) async throws {
    let place = try await kind.makePlace()
    let (first, second) = (try container(), try container())
    try fill(first)
    var options = SyncOptions()
    // Names are unique here, which CloudKit's rules do not allow.
    options.ignoresModelRules = true
    let (one, other) = (
      try SyncEngine(first, place.provider(), options),
      try SyncEngine(second, place.provider(), options)
    )
    let sent = try await one.syncNow()
    // CloudKit stores a record for each of three pairs, besides those of rows.
    let count = kind == .cloudKitImitation ? 10 : 7
    #expect(sent.sent == count)
    let fetched = try await other.syncNow()
    #expect(fetched.fetched == count)
    let context = ModelContext(second)
    let notes = try context.fetch(FetchDescriptor<SyncedNote>(sortBy: [SortDescriptor(\.title)]))
    #expect(notes.map(\.title) == ["note 0", "note 1", "note 2"])
    #expect(notes.map { $0.owner?.name } == ["Ada", "Ada", "Ada"])
    #expect(notes.map { $0.tags.map(\.label) } == [["tag 0"], ["tag 1"], ["tag 2"]])
    #expect(notes[1].picture == Data(repeating: 7, count: 600_000))
    // A change is synced back.
    notes[0].title = "changed"
    notes[2].tags.append(SyncedTag(label: "new"))
    context.delete(notes[1])
    try context.save()
    try await other.syncNow()
    try await one.syncNow()
    let former = ModelContext(first)
    let titles = try former.fetch(FetchDescriptor<SyncedNote>()).map(\.title).sorted()
    #expect(titles == ["changed", "note 2"])
    let tagged = try former.fetch(
      FetchDescriptor<SyncedNote>(predicate: #Predicate { $0.title == "note 2" }))
    #expect(tagged.first?.tags.map(\.label).sorted() == ["new", "tag 2"])
    let idle = try await one.syncNow()
    #expect(idle.sent == 0)
    #expect(idle.changed == 0)
  }

  @Test func rowsWithOneUniqueValueAreMerged() async throws {
    let server = MemoryServer()
    let containers = [try container(), try container()]
    let engines = try containers.map { try SyncEngine($0, MemoryProvider(server)) }
    for (number, container) in containers.enumerated() {
      let context = ModelContext(container)
      let person = SyncedPerson(name: "Ada")
      if number == 1 { person.city = "London" }
      context.insert(person)
      try context.save()
    }
    for _ in 0..<2 { for engine in engines { try await engine.syncNow() } }
    for container in containers {
      let people = try ModelContext(container).fetch(FetchDescriptor<SyncedPerson>())
      #expect(people.map(\.name) == ["Ada"])
      #expect(people.map(\.city) == ["London"])
    }
  }

  @Test func conflictsAreResolvedAndReported() async throws {
    let server = MemoryServer()
    let containers = [try container(), try container()]
    var options = SyncOptions()
    options.resolvers = [.sum("SyncedNote", "count"), .bothTexts("SyncedNote", "title")]
    let engines = try containers.map { try SyncEngine($0, MemoryProvider(server), options) }
    let context = ModelContext(containers[0])
    context.insert(SyncedNote(title: "a"))
    try context.save()
    for engine in engines { try await engine.syncNow() }
    for (number, container) in containers.enumerated() {
      let context = ModelContext(container)
      let note = try #require(try context.fetch(FetchDescriptor<SyncedNote>()).first)
      note.count += number + 2
      note.title = "title \(number)"
      try context.save()
    }
    let events = engines[1].events
    try await engines[0].syncNow()
    let report = try await engines[1].syncNow()
    #expect(report.conflicts == 2)
    var conflicts: [SyncConflictReport] = []
    for await event in events {
      if case .conflict(let conflict) = event { conflicts.append(conflict) }
      if case .ended = event { break }
    }
    #expect(conflicts.map(\.property) == ["count", "title"])
    #expect(conflicts.first?.result == .integer(5))
    try await engines[0].syncNow()
    for container in containers {
      let note = try #require(
        try ModelContext(container).fetch(FetchDescriptor<SyncedNote>()).first)
      #expect(note.count == 5)
      #expect(note.title == "title 0\ntitle 1")
    }
  }

  @Test func accountChangesFollowTheOptions() async throws {
    let place = try await ProviderKind.memory.makePlace()
    let container = try container()
    try fill(container)
    try await SyncEngine(container, place.provider()).syncNow()
    await #expect {
      try await SyncEngine(container, place.provider(account: 1)).syncNow()
    } throws: {
      ($0 as? SyncError)?.kind == .accountChanged
    }
    let context = ModelContext(container)
    context.insert(SyncedNote(title: "never sent"))
    try context.save()
    var options = SyncOptions()
    options.account = .keepsApart
    try await SyncEngine(container, place.provider(account: 1), options).syncNow()
    let left = try ModelContext(container).fetch(FetchDescriptor<SyncedNote>()).map(\.title)
    #expect(left == ["never sent"])
    options.account = .merges
    try await SyncEngine(container, place.provider(), options).syncNow()
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<SyncedNote>()) == 4)
  }

  @Test func storesMoveToAnotherServer() async throws {
    let (first, second) = (MemoryServer(), MemoryServer())
    let containers = [try container(), try container()]
    try fill(containers[0])
    for container in containers {
      try await SyncEngine(container, MemoryProvider(first, identifier: "first")).syncNow()
    }
    // Both stores change to the other server, each with its own edit.
    for (number, container) in containers.enumerated() {
      let context = ModelContext(container)
      let notes = try context.fetch(FetchDescriptor<SyncedNote>(sortBy: [SortDescriptor(\.title)]))
      notes[number].title += "!"
      try context.save()
    }
    for _ in 0..<2 {
      for container in containers {
        try await SyncEngine(container, MemoryProvider(second, identifier: "second")).syncNow()
      }
    }
    for container in containers {
      let titles = try ModelContext(container).fetch(FetchDescriptor<SyncedNote>()).map(\.title)
      #expect(titles.sorted() == ["note 0!", "note 1!", "note 2"])
    }
    #expect(await second.records.count == 7)
    // Large values are sent to the new server as well.
    let third = try container()
    try await SyncEngine(third, MemoryProvider(second, identifier: "second")).syncNow()
    let pictures = try ModelContext(third).fetch(FetchDescriptor<SyncedNote>()).compactMap(
      \.picture)
    #expect(pictures == [Data(repeating: 7, count: 600_000)])
  }

  @Test func startedEnginesSendSaves() async throws {
    let server = MemoryServer()
    let containers = [try container(), try container()]
    let engines = try containers.map { try SyncEngine($0, MemoryProvider(server)) }
    let events = engines[0].events
    engines[0].start()
    try fill(containers[0])
    var sent = 0
    for await event in events {
      if case .ended(let report) = event { sent += report.sent }
      if sent == 7 { break }
    }
    #expect(engines[0].status.isStarted)
    await engines[0].stop()
    #expect(!engines[0].status.isStarted)
    #expect(!engines[0].status.isSyncing)
    #expect(try await engines[1].syncNow().fetched == 7)
  }

  @Test func observersReceiveProgress() async throws {
    let server = MemoryServer()
    let containers = [try container(), try container()]
    try fill(containers[0])
    for container in containers {
      let engine = try SyncEngine(container, MemoryProvider(server))
      let observer = StatusObserver(engine)
      observer.observe()
      try await engine.syncNow()
      let progress = observer.seen.compactMap { $0.sending ?? $0.fetching }
      #expect(progress.contains { $0.records == 7 })
      // Progress is no longer reported after the sync ends.
      #expect(engine.status.sending == nil)
      #expect(engine.status.fetching == nil)
    }
  }

  @Test func fileStoresRememberWhatIsSynced() async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "DataSyncTests-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let server = MemoryServer()
    let url = folder.appendingPathComponent("a.store")
    do {
      let container = try container(url)
      try fill(container)
      try await SyncEngine(container, MemoryProvider(server)).syncNow()
    }
    let again = try container(url)
    let report = try await SyncEngine(again, MemoryProvider(server)).syncNow()
    #expect(report.sent == 0)
    #expect(report.changed == 0)
    // Erasing the data also erases the sync state; other stores keep the data.
    try again.erase()
    #expect(try await SyncEngine(again, MemoryProvider(server)).syncNow().fetched == 7)
    #expect(await server.records.count == 7)
  }

  @Test func simultaneousSyncsRunOneAfterAnother() async throws {
    let server = MemoryServer()
    let containers = [try container(), try container()]
    let context = ModelContext(containers[0])
    for number in 0..<3_000 {
      let person = SyncedPerson(name: "person \(number)")
      context.insert(person)
      let note = SyncedNote(title: "note \(number)")
      note.owner = person
      context.insert(note)
    }
    try context.save()
    let engines = try containers.map { try SyncEngine($0, MemoryProvider(server)) }
    // Simultaneous calls are served one after the other.
    async let first = engines[0].syncNow()
    async let second = engines[0].syncNow()
    let reports = try await [first, second]
    #expect(reports.map(\.sent).sorted() == [0, 6_000])
    #expect(try await engines[1].syncNow().fetched == 6_000)
    let other = ModelContext(containers[1])
    #expect(try other.fetchCount(FetchDescriptor<SyncedPerson>()) == 3_000)
    let lone = try other.fetchCount(
      FetchDescriptor<SyncedNote>(predicate: #Predicate { $0.owner == nil }))
    #expect(lone == 0)
  }

  @Test func anUnknownConfigurationIsRefused() throws {
    let container = try ModelContainer(
      for: SyncedPerson.self, SyncedNote.self, SyncedTag.self,
      configurations: ModelConfiguration("memory", isStoredInMemoryOnly: true))
    var options = SyncOptions()
    options.configuration = "other"
    #expect { try SyncEngine(container, MemoryProvider(MemoryServer()), options) } throws: {
      ($0 as? SyncError)?.kind == .invalid
    }
  }
}

/// Records the status before each of its changes.
private final class StatusObserver: Sendable {
  private let engine: SyncEngine
  private let statuses = Mutex<[SyncStatus]>([])

  init(_ engine: SyncEngine) { self.engine = engine }

  var seen: [SyncStatus] { statuses.withLock { $0 } }

  func observe() {
    let status = withObservationTracking {
      engine.status
    } onChange: { [weak self] in
      self?.observe()
    }
    statuses.withLock { $0.append(status) }
  }
}
