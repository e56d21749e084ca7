import DataSync
import Foundation
import KintoSync
import Locks
import OpenSwiftData
import SyncPort
import SyncTesting
import Testing

@Suite("Progress of syncs")
struct ProgressTests {
  private static let picture = Data((0..<600_000).map { UInt8(truncatingIfNeeded: $0 / 7) })

  private func fill(_ container: ModelContainer, _ notes: Int) throws {
    let context = ModelContext(container)
    for number in 0..<notes {
      let note = SyncedNote(title: "note \(number)")
      if number == 10 { note.picture = Self.picture }
      context.insert(note)
    }
    try context.save()
  }

  /// Syncs, and returns the progress that was reported.
  private func progress(
    _ engine: SyncEngine
  ) async throws -> (sending: [SyncProgress], fetching: [SyncProgress]) {
    let events = engine.events
    try await engine.syncNow()
    var (sending, fetching): ([SyncProgress], [SyncProgress]) = ([], [])
    for await event in events {
      switch event {
      case .sending(let progress): sending.append(progress)
      case .fetching(let progress): fetching.append(progress)
      default: break
      }
      if case .ended = event { break }
    }
    return (sending, fetching)
  }

  private func checkThatItGrows(_ progress: [SyncProgress]) {
    for (former, next) in zip(progress, progress.dropFirst()) {
      #expect(former.records <= next.records)
      #expect(former.bytes <= next.bytes)
      #expect(former != next)
    }
  }

  @Test func progressReportsRecordsAndBytes() async throws {
    let server = MemoryServer()
    let provider = MeasuringProvider(MemoryProvider(server))
    let container = try SyncedStores.make()
    try fill(container, 250)
    let (sending, nothing) = try await progress(SyncEngine(container, provider))
    #expect(nothing.isEmpty)
    checkThatItGrows(sending)
    // Three batches, and three pieces of the picture.
    #expect(sending.count == 3 + 3)
    #expect(sending.allSatisfy { $0.total == 250 })
    #expect(sending.last?.records == 250)
    #expect(sending.last?.bytes == provider.sentBytes)
    #expect(provider.sentBytes > 600_000 + 250 * 10)
    // Another device fetches the same records.
    let other = MeasuringProvider(MemoryProvider(server, capabilities: .init(pageSize: 100)))
    let (none, fetching) = try await progress(SyncEngine(SyncedStores.make(), other))
    #expect(none.isEmpty)
    checkThatItGrows(fetching)
    #expect(fetching.count == 3 + 3)
    #expect(fetching.last?.records == 250)
    #expect(fetching.last?.bytes == other.fetchedBytes)
    // Records that are already local do not count as progress.
    let (again, anew) = try await progress(SyncEngine(container, MemoryProvider(server)))
    #expect(again.isEmpty)
    #expect(anew.last?.records == 250)
    let (still, idle) = try await progress(SyncEngine(container, MemoryProvider(server)))
    #expect(still.isEmpty)
    #expect(idle.isEmpty)
  }

  /// The server's own format is larger, but not by much.
  @Test func progressMatchesTheTransferredBytes() async throws {
    let place = try await KintoPlace(.memory)
    let collection = KintoPlace.newCollection()
    let transport = CountingTransport()
    let container = try SyncedStores.make()
    try fill(container, 250)
    let (sending, _) = try await progress(
      SyncEngine(container, place.provider(collection, transport: transport)))
    let sent = try #require(sending.last)
    checkThatItGrows(sending)
    #expect(sent.records == 250)
    #expect(sent.total == 250)
    let sentBytes = transport.take().sentBytes
    #expect(sentBytes > sent.bytes, "\(sentBytes) \(sent)")
    #expect(sentBytes < sent.bytes * 4 / 3 + 250 * 400, "\(sentBytes) \(sent)")
    let (_, fetching) = try await progress(
      SyncEngine(SyncedStores.make(), place.provider(collection, transport: transport)))
    let fetched = try #require(fetching.last)
    checkThatItGrows(fetching)
    #expect(fetched.records == 250)
    #expect(transport.take().fetchedBytes > fetched.bytes)
    // Both directions have the same values; fetched records also have versions.
    #expect(abs(fetched.bytes - sent.bytes) < 250 * 40, "\(fetched) \(sent)")
  }
}

/// An in-memory server that counts the bytes of sent and fetched values.
private final class MeasuringProvider: SyncProvider {
  private let inner: MemoryProvider
  private let bytes = Mutex((sent: 0, fetched: 0))

  init(_ inner: MemoryProvider) { self.inner = inner }

  var identifier: String { inner.identifier }
  var capabilities: SyncCapabilities { inner.capabilities }
  var sentBytes: Int { bytes.withLock { $0.sent } }
  var fetchedBytes: Int { bytes.withLock { $0.fetched } }

  func account() async throws -> String? { try await inner.account() }

  func changes(since cursor: String?, limit: Int) async throws -> SyncPage {
    let page = try await inner.changes(since: cursor, limit: limit)
    for case .saved(let record) in page.changes where record.kind != SyncMark.kind {
      bytes.withLock { $0.fetched += SyncCoding.encode(record).count }
    }
    return page
  }

  func write(_ writes: [SyncWrite]) async throws -> [SyncWriteResult] {
    for case .save(let record) in writes where record.kind != SyncMark.kind {
      bytes.withLock { $0.sent += SyncCoding.encode(record).count }
    }
    return try await inner.write(writes)
  }

  func store(piece: Data, named name: String) async throws {
    bytes.withLock { $0.sent += piece.count }
    try await inner.store(piece: piece, named: name)
  }

  func piece(named name: String) async throws -> Data? {
    let piece = try await inner.piece(named: name)
    bytes.withLock { $0.fetched += piece?.count ?? 0 }
    return piece
  }
}
