import DataSync
import Foundation
import OpenSwiftData
import SyncPort
import SyncTesting
import Testing

/// Statements of the article on guarantees that no other test covers.
@Suite("Guarantees of syncs")
struct GuaranteeTests {
  private let server = MemoryServer()
  private let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
    "GuaranteeTests-\(UUID().uuidString)")

  init() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  private func engine(_ container: ModelContainer) throws -> SyncEngine {
    try SyncEngine(container, MemoryProvider(server))
  }

  private func set(_ count: Int, _ container: ModelContainer) throws {
    let context = ModelContext(container)
    for note in try context.fetch(FetchDescriptor<SyncedNote>()) { note.count = count }
    try context.save()
  }

  private func notes(_ container: ModelContainer) throws -> [String] {
    try ModelContext(container).fetch(FetchDescriptor<SyncedNote>())
      .map { "\($0.title) \($0.count)" }.sorted()
  }

  private func insert(_ title: String, _ container: ModelContainer) throws {
    let context = ModelContext(container)
    context.insert(SyncedNote(title: title))
    try context.save()
  }

  /// Changes are ordered by the time of their save, regardless of which device syncs first.
  @Test(arguments: [[0, 1, 0], [1, 0, 1]])
  func changesCountFromWhenTheyWereSaved(_ order: [Int]) async throws {
    let containers = [try SyncedStores.make(), try SyncedStores.make()]
    let engines = try containers.map(engine)
    try insert("note", containers[0])
    for engine in engines { try await engine.syncNow() }
    try set(1, containers[0])
    try await Task.sleep(for: .milliseconds(5))
    try set(2, containers[1])
    for number in order { try await engines[number].syncNow() }
    for container in containers { #expect(try notes(container) == ["note 2"]) }
  }

  /// Without a history all rows are compared, and the same changes are found.
  @Test func allRowsAreComparedWithoutAHistory() async throws {
    var configuration = ModelConfiguration(url: folder.appendingPathComponent("none.store"))
    configuration.tracksHistory = false
    let container = try ModelContainer(
      for: SyncedPerson.self, SyncedNote.self, SyncedTag.self, configurations: configuration)
    let other = try SyncedStores.make()
    let engines = [try engine(container), try engine(other)]
    for title in ["kept", "deleted"] { try insert(title, container) }
    for engine in engines { try await engine.syncNow() }
    #expect(try notes(other) == ["deleted 0", "kept 0"])
    try set(4, container)
    let context = ModelContext(container)
    try context.fetch(FetchDescriptor<SyncedNote>()).filter { $0.title == "deleted" }
      .forEach(context.delete)
    try context.save()
    for engine in engines { try await engine.syncNow() }
    #expect(try notes(other) == ["kept 4"])
    #expect(try await engines[0].syncNow().sent == 0)
    try? FileManager.default.removeItem(at: folder)
  }

  /// A copied store that is used elsewhere starts as a new sync peer, and does not claim others'
  /// changes.
  @Test func copiedStoresSyncAsNewOnes() async throws {
    let url = folder.appendingPathComponent("own.store")
    let copyURL = folder.appendingPathComponent("copy.store")
    let own = try SyncedStores.make(url)
    let ownEngine = try engine(own)
    try insert("note", own)
    try await ownEngine.syncNow()
    for end in ["", "-wal"] {
      let file = URL(fileURLWithPath: url.path + end)
      guard FileManager.default.fileExists(atPath: file.path) else { continue }
      try FileManager.default.copyItem(
        at: file, to: URL(fileURLWithPath: copyURL.path + end))
    }
    let copy = try SyncedStores.make(copyURL)
    let copyEngine = try engine(copy)
    try await copyEngine.forgetEverything()
    try set(5, own)
    try insert("new", copy)
    for engine in [ownEngine, copyEngine, ownEngine, copyEngine] { try await engine.syncNow() }
    // The copy's note has no unique value, so nothing identifies it with the other note.
    #expect(try notes(own) == ["new 0", "note 0", "note 5"])
    #expect(try notes(copy) == notes(own))
    try? FileManager.default.removeItem(at: folder)
  }

  /// A store that changes its account before a large value arrives loses that value.
  @Test func unfetchedLargeValuesStayWithTheFormerAccount() async throws {
    let place = try await ProviderKind.memory.makePlace()
    let containers = [try SyncedStores.make(), try SyncedStores.make(), try SyncedStores.make()]
    let context = ModelContext(containers[0])
    let note = SyncedNote(title: "note")
    note.picture = Data(repeating: 7, count: 300_000)
    context.insert(note)
    try context.save()
    try await SyncEngine(containers[0], place.provider()).syncNow()
    var options = SyncOptions()
    options.largeValues = .onDemand
    try await SyncEngine(containers[1], place.provider(), options).syncNow()
    options.account = .merges
    try await SyncEngine(containers[1], place.provider(account: 1), options).syncNow()
    let last = try SyncEngine(containers[2], place.provider(account: 1))
    try await last.syncNow()
    #expect(try notes(containers[2]) == ["note 0"])
    let pictures = try [containers[0], containers[2]].map {
      try ModelContext($0).fetch(FetchDescriptor<SyncedNote>()).map { $0.picture?.count }
    }
    #expect(pictures == [[300_000], [nil]])
    #expect(try await last.absentLargeValues().isEmpty)
  }
}
