import DataSync
import Foundation
import OpenSwiftData
import SyncPort
import Testing

/// A server that looks at a version and then writes, as Kinto does, may let a writer write over what another
/// one was told is saved.
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
  func areBroughtBack(_ isChangedAgain: Bool) async throws {
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

  @Test func doNotComeBackWhenTheyAreDeleted() async throws {
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

  /// Saves a note and then a change of it; returns its record before the change.
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
