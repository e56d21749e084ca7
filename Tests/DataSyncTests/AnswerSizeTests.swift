import DataSync
import Foundation
import Locks
import OpenSwiftData
import Testing

/// A server that limits the number of changes in a response.
private final class NarrowProvider: SyncProvider {
  let inner: MemoryProvider
  let limit: Int
  private let asked = Mutex<[Int]>([])

  init(_ inner: MemoryProvider, limit: Int) { (self.inner, self.limit) = (inner, limit) }

  /// The limit of each request for changes.
  var limits: [Int] { asked.withLock { $0 } }
  var identifier: String { inner.identifier }
  var capabilities: SyncCapabilities { inner.capabilities }

  func account() async throws -> String? { try await inner.account() }

  func changes(since cursor: String?, limit: Int) async throws -> SyncPage {
    asked.withLock { $0.append(limit) }
    guard limit <= self.limit else { throw SyncError(.answerTooLarge, "Too many bytes.") }
    return try await inner.changes(since: cursor, limit: limit)
  }

  func write(_ writes: [SyncWrite]) async throws -> [SyncWriteResult] {
    try await inner.write(writes)
  }

  func store(piece bytes: Data, named name: String) async throws {
    try await inner.store(piece: bytes, named: name)
  }

  func piece(named name: String) async throws -> Data? { try await inner.piece(named: name) }
}

@Suite("Pages that are too large")
struct AnswerSizeTests {
  private let inner = MemoryProvider(MemoryServer())

  private func fill() async throws {
    let container = try SyncedStores.make()
    let context = ModelContext(container)
    for number in 0..<20 { context.insert(SyncedPerson(name: "person \(number)")) }
    try context.save()
    try await SyncEngine(container, inner).syncNow()
  }

  @Test func fewerRecordsAreAskedFor() async throws {
    try await fill()
    let narrow = NarrowProvider(inner, limit: 10)
    let container = try SyncedStores.make()
    try await SyncEngine(container, narrow).syncNow()
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<SyncedPerson>()) == 20)
    #expect(narrow.limits.prefix(4) == [500, 125, 31, 7])
    #expect(narrow.limits.dropFirst(3).allSatisfy { $0 == 7 })
  }

  @Test func singleRecordThatIsTooLargeEndsTheSync() async throws {
    try await fill()
    let narrow = NarrowProvider(inner, limit: 0)
    let container = try SyncedStores.make()
    let error = await #expect(throws: SyncError.self) {
      try await SyncEngine(container, narrow).syncNow()
    }
    #expect(error?.kind == .answerTooLarge)
    #expect(error?.isTransient == false)
    #expect(narrow.limits == [500, 125, 31, 7, 1])
  }
}
