import DataSync
import Foundation
import Locks
import OpenSwiftData
import SyncPort
import Testing

/// A server that checks a version before it writes, without a transaction, as Kinto does.
///
/// A writer may overwrite a record whose save was already confirmed to another.
@Suite("Records that a server let somebody write over")
struct OverwrittenRecordTests {
  private let server = MemoryServer()
  private let containers: [ModelContainer]
  private let engines: [SyncEngine]

  init() throws {
    containers = [try SyncedStores.make(), try SyncedStores.make()]
    let server = server
    engines = try containers.map { try SyncEngine($0, MemoryProvider(server)) }
  }

  @Test(arguments: [false, true])
  func overwrittenChangesAreRestored(_ isChangedAgain: Bool) async throws {
    let old = try await saveTwice()
    try await writeOver(old)
    if isChangedAgain { try edit(0) { $0.title = "later" } }
    for _ in 0..<2 { for engine in engines { try await engine.syncNow() } }
    for container in containers {
      let note = try #require(
        try ModelContext(container).fetch(FetchDescriptor<SyncedNote>()).first)
      #expect(note.count == 5)
      #expect(note.title == (isChangedAgain ? "later" : "a"))
    }
  }

  @Test func deletedRecordsAreNotRestored() async throws {
    let old = try await saveTwice()
    let context = ModelContext(containers[0])
    try context.delete(model: SyncedNote.self)
    try context.save()
    try await writeOver(old)
    for _ in 0..<2 { for engine in engines { try await engine.syncNow() } }
    #expect(await server.records.isEmpty)
    for container in containers {
      #expect(try ModelContext(container).fetchCount(FetchDescriptor<SyncedNote>()) == 0)
    }
  }

  /// A change is sent without a response.
  ///
  /// It is then undone, another device writes, and the late change overwrites that.
  @Test func changesUndoneWhileSentStayUndone() async throws {
    let provider = HeldProvider(server)
    let engine = try SyncEngine(containers[0], provider)
    let context = ModelContext(containers[0])
    context.insert(SyncedNote(title: "a"))
    try context.save()
    for _ in 0..<2 {
      try await engine.syncNow()
      try await engines[1].syncNow()
    }
    try edit(0) { $0.count = 2 }
    provider.isHolding = true
    await #expect(throws: SyncError.self) { try await engine.syncNow() }
    provider.isHolding = false
    try edit(0) { $0.count = 0 }
    try edit(1) { $0.title = "b" }
    try await engines[1].syncNow()
    // The engine writes first and then reads, or reads first.
    try await engine.syncNow()
    for record in provider.held where record.kind == "SyncedNote" { try await writeOver(record) }
    for _ in 0..<2 {
      try await engine.syncNow()
      try await engines[1].syncNow()
    }
    for container in containers {
      let note = try #require(
        try ModelContext(container).fetch(FetchDescriptor<SyncedNote>()).first)
      #expect(note.count == 0)
      #expect(note.title == "b")
    }
  }

  /// Saves a note and then a change of it; returns the record before the change.
  private func saveTwice() async throws -> SyncRecord {
    let context = ModelContext(containers[0])
    context.insert(SyncedNote(title: "a"))
    try context.save()
    for engine in engines { try await engine.syncNow() }
    let old = try #require(await server.records.values.first)
    try edit(0) { $0.count = 5 }
    for engine in engines { try await engine.syncNow() }
    return old
  }

  private func edit(_ number: Int, _ body: (SyncedNote) -> Void) throws {
    let context = ModelContext(containers[number])
    for note in try context.fetch(FetchDescriptor<SyncedNote>()) { body(note) }
    try context.save()
  }

  private func writeOver(_ old: SyncRecord) async throws {
    var record = old
    record.tag = await server.records[old.name]?.tag
    let results = try await MemoryProvider(server).write([.save(record)])
    if case .saved? = results.first { return }
    Issue.record("\(results)")
  }
}

/// Holds writes back while it is told to, as a server that does not respond.
private final class HeldProvider: SyncRecordReading {
  private let provider: MemoryProvider
  private let state = Mutex((isHolding: false, held: [SyncRecord]()))

  init(_ server: MemoryServer) { provider = MemoryProvider(server) }

  var isHolding: Bool {
    get { state.withLock { $0.isHolding } }
    set { state.withLock { $0.isHolding = newValue } }
  }
  var held: [SyncRecord] { state.withLock { $0.held } }

  var identifier: String { provider.identifier }
  var capabilities: SyncCapabilities { provider.capabilities }

  func account() async throws -> String? { try await provider.account() }

  func changes(since cursor: String?, limit: Int) async throws -> SyncPage {
    try await provider.changes(since: cursor, limit: limit)
  }

  func record(named name: String) async throws -> SyncRecord? {
    try await provider.record(named: name)
  }

  func write(_ writes: [SyncWrite]) async throws -> [SyncWriteResult] {
    let isHeld = state.withLock { state in
      guard state.isHolding else { return false }
      for case .save(let record) in writes { state.held.append(record) }
      return true
    }
    guard !isHeld else { throw SyncError(.offline, "Nothing is heard of it.") }
    return try await provider.write(writes)
  }

  func store(piece bytes: Data, named name: String) async throws {
    try await provider.store(piece: bytes, named: name)
  }

  func piece(named name: String) async throws -> Data? { try await provider.piece(named: name) }
}
