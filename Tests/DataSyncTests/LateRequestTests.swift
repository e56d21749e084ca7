import DataSync
import Foundation
import OpenSwiftData
import SyncHTTP
import SyncPort
import SyncTesting
import Testing

/// A program is killed while its first sync writes, and restarts before the server processes the
/// request.
@Suite("Syncs whose requests are carried out late")
struct LateRequestTests {
  private let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
    "LateRequestTests-\(UUID().uuidString)")
  private let transport = LateTransport(SystemTransport())
  private let collection = KintoPlace.newCollection()
  private let place: KintoPlace
  private var url: URL { folder.appendingPathComponent("killed.store") }

  init() async throws {
    place = try await KintoPlace(.postgresql)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  /// A row is deleted while the program does not know whether the server has it.
  ///
  /// In the end it is deleted, whether it was sent again or not.
  @Test(arguments: [false, true])
  func lateRequestsRestoreNoDeletedRows(_ isSentAnew: Bool) async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try await killWhileItWrites()
    let container = try SyncedStores.make(url)
    let engine = try SyncEngine(container, place.provider(collection))
    if isSentAnew { try await engine.syncNow() }
    let context = ModelContext(container)
    try context.fetch(FetchDescriptor<SyncedNote>()).forEach(context.delete)
    try context.save()
    try await engine.syncNow()
    try await transport.deliver()
    let other = try SyncedStores.make()
    let otherEngine = try SyncEngine(other, place.provider(collection))
    for _ in 0..<2 {
      try await engine.syncNow()
      try await otherEngine.syncNow()
    }
    #expect(try await place.records(collection).isEmpty)
    for container in [container, other] {
      #expect(try ModelContext(container).fetchCount(FetchDescriptor<SyncedNote>()) == 0)
    }
  }

  /// Later changes of the program persist, and rows exist only once.
  @Test func lateRequestsNeitherChangeNorDuplicateRows() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try await killWhileItWrites()
    let container = try SyncedStores.make(url)
    let engine = try SyncEngine(container, place.provider(collection))
    let context = ModelContext(container)
    for note in try context.fetch(FetchDescriptor<SyncedNote>()) { note.title = "later" }
    try context.save()
    try await engine.syncNow()
    try await transport.deliver()
    for _ in 0..<2 { try await engine.syncNow() }
    let titles = try ModelContext(container).fetch(FetchDescriptor<SyncedNote>()).map(\.title)
    #expect(titles == ["later", "later"])
    let records = try await place.records(collection).values
    #expect(records.map { $0.fields["title"] } == [.text("later"), .text("later")])
  }

  private func killWhileItWrites() async throws {
    let container = try SyncedStores.make(url)
    let context = ModelContext(container)
    for title in ["a", "b"] { context.insert(SyncedNote(title: title)) }
    try context.save()
    let engine = try SyncEngine(
      container, place.provider(collection, transport: transport))
    transport.hold()
    await #expect(throws: (any Error).self) { try await engine.syncNow() }
    #expect(transport.heldCount > 0)
  }
}
