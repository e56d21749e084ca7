import DataSync
import Foundation
import Locks
import Observation
import OpenSwiftData
import RandomTesting
import Testing

/// Live models of a store while other contexts or processes write to it.
@Suite("Live models and what syncs bring")
final class LiveModelTests {
  private let folder: URL
  private let server = MemoryServer()

  init() throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "LiveModelTests-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  private func engine(_ container: ModelContainer) throws -> SyncEngine {
    try SyncEngine(container, MemoryProvider(server))
  }

  /// A store with a person's three notes, and another store synced with it.
  private func stores(inFile: Bool) async throws -> (own: ModelContainer, other: ModelContainer) {
    let own = try SyncedStores.make(inFile ? folder.appendingPathComponent("own.store") : nil)
    let context = ModelContext(own)
    let person = SyncedPerson(name: "Ada")
    context.insert(person)
    for title in ["changed", "deleted", "left"] {
      let note = SyncedNote(title: title)
      note.owner = person
      context.insert(note)
    }
    try context.save()
    let other = try SyncedStores.make()
    for container in [own, other] { try await engine(container).syncNow() }
    return (own, other)
  }

  /// Changes one note, deletes one, and creates one.
  private static func change(_ container: ModelContainer) throws {
    let context = ModelContext(container)
    for note in try context.fetch(FetchDescriptor<SyncedNote>()) {
      switch note.title {
      case "changed": (note.title, note.count) = ("new title", 7)
      case "deleted": context.delete(note)
      default: break
      }
    }
    let new = SyncedNote(title: "new")
    new.owner = try context.fetch(FetchDescriptor<SyncedPerson>()).first
    context.insert(new)
    try context.save()
  }

  /// The state of all live models, before and after others have written.
  private static func picture(
    _ container: ModelContainer, _ write: () async throws -> Void
  ) async throws -> [String] {
    let context = ModelContext(container)
    let order = [SortDescriptor(\SyncedNote.title)]
    let held = try context.fetch(FetchDescriptor<SyncedNote>(sortBy: order))
    let person = try #require(try context.fetch(FetchDescriptor<SyncedPerson>()).first)
    let observer = try ResultsObserver<SyncedNote, Never>(sortBy: order, modelContext: context)
    let told = ToldNames()
    for (number, note) in held.enumerated() {
      told.observe("title \(number)") { _ = (note.title, note.count) }
    }
    told.observe("members") { _ = person.notes.map(\.title) }
    told.observe("results") { _ = observer.results.map(\.title) }
    try await write()
    try await told.wait(for: "results")
    var lines = ["results \(observer.results.map(\.title))"]
    let found = try context.fetch(FetchDescriptor<SyncedNote>(sortBy: order))
    lines.append(
      "fetched \(found.map(\.title)), the same \(found.filter { held.contains($0) }.count)")
    lines.append("held \(held[0].title) \(held[0].count), \(held[2].title)")
    _ = try context.fetch(FetchDescriptor<SyncedPerson>())
    lines.append("members \(person.notes.map(\.title).sorted())")
    lines.append("deleted \(held[1].title) \(held[1].isDeleted) \(held[1].modelContext != nil)")
    lines.append("told \(told.names.sorted())")
    held[1].title = "set after it was deleted"
    do { try context.save() } catch { lines.append("save failed") }
    let last = ModelContext(container)
    lines.append("last \(try last.fetch(FetchDescriptor<SyncedNote>(sortBy: order)).map(\.title))")
    return lines
  }

  @Test(arguments: [false, true])
  func liveModelsShowSyncedChanges(_ isInFile: Bool) async throws {
    let (own, other) = try await stores(inFile: isInFile)
    try Self.change(other)
    try await engine(other).syncNow()
    let engine = try engine(own)
    let lines = try await Self.picture(own) {
      let report = try await engine.syncNow()
      #expect(report.changed == 3)
    }
    let titles = ["left", "new", "new title"]
    #expect(lines.first == "results \(titles)")
    #expect(lines[1] == "fetched \(titles), the same 2")
    #expect(lines[2] == "held new title 7, left")
    #expect(lines[3] == "members \(titles)")
    for name in ["members", "results", "title 0"] {
      #expect(lines.first { $0.hasPrefix("told") }?.contains(name) ?? false, "\(lines)")
    }
  }

  /// Writes of the engine look the same as writes of another process.
  @Test func syncsLookLikeSavesOfAnotherProcess() async throws {
    let (own, other) = try await stores(inFile: true)
    let copy = folder.appendingPathComponent("copy.store")
    for ending in ["", "-wal", "-shm"] {
      let source = folder.appendingPathComponent("own.store" + ending)
      guard FileManager.default.fileExists(atPath: source.path) else { continue }
      try FileManager.default.copyItem(
        at: source, to: URL(fileURLWithPath: copy.path + ending))
    }
    try Self.change(other)
    try await engine(other).syncNow()
    let engine = try engine(own)
    let synced = try await Self.picture(own) { try await engine.syncNow() }
    let saved = try await Self.picture(SyncedStores.make(copy)) {
      try Self.change(SyncedStores.make(copy))
    }
    #expect(synced == saved)
  }

  @Test(arguments: [false, true])
  func observersShowChangesOfAFailedSync(_ isInFile: Bool) async throws {
    let (own, other) = try await stores(inFile: isInFile)
    try Self.change(other)
    try await engine(other).syncNow()
    let context = ModelContext(own)
    context.insert(SyncedNote(title: "not sent"))
    try context.save()
    let provider = TroubledProvider(MemoryProvider(server)) { request, _ in
      if request == .write { throw SyncError(.offline, "The network is gone.") }
    }
    let observer = try ResultsObserver<SyncedNote, Never>(
      sortBy: [SortDescriptor(\.title)], modelContext: context)
    let told = ToldNames()
    told.observe("results") { _ = observer.results }
    await #expect(throws: SyncError.self) { try await SyncEngine(own, provider).syncNow() }
    try await told.wait(for: "results")
    #expect(observer.results.map(\.title) == ["left", "new", "new title", "not sent"])
  }

  @Test(arguments: [false, true])
  func observersShowThatAFormerAccountsRowsAreDeleted(_ isInFile: Bool) async throws {
    let (own, _) = try await stores(inFile: isInFile)
    let context = ModelContext(own)
    let held = try context.fetch(FetchDescriptor<SyncedNote>())
    let observer = try ResultsObserver<SyncedNote, Never>(modelContext: context)
    let told = ToldNames()
    told.observe("results") { _ = observer.results }
    #expect(held.count == 3)
    var options = SyncOptions()
    options.account = .keepsApart
    let another = MemoryProvider(MemoryServer(), account: "another")
    try await SyncEngine(own, another, options).syncNow()
    try await told.wait(for: "results")
    #expect(observer.results.isEmpty)
  }
}

/// Records the names of reported changes.
private final class ToldNames: Sendable {
  private let told = Mutex<Set<String>>([])

  var names: Set<String> { told.withLock { $0 } }

  func observe(_ name: String, _ body: () -> Void) {
    withObservationTracking {
      body()
    } onChange: { [weak self] in
      _ = self?.told.withLock { $0.insert(name) }
    }
  }

  /// Waits for a report: changes of other processes are reported a moment later, through a file.
  func wait(for name: String) async throws {
    #expect(try await eventually { names.contains(name) })
  }
}
