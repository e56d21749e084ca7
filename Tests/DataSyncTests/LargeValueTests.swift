import DataSchema
import DataSync
import Foundation
import Locks
import OpenSwiftData
import SyncPort
import Testing

@Model final class SyncedPicture {
  var title: String
  @Attribute(.externalStorage) var image: Data?
  var thumbnail = Data()
  init(title: String, image: Data? = nil) { (self.title, self.image) = (title, image) }
}

/// Serves a limited number of pieces, then fails as unreachable.
private final class PieceLimit: SyncProvider {
  let inner: MemoryProvider
  private let rest = Mutex(Int.max)
  private let given = Mutex<[String]>([])
  private let taken = Mutex<[String]>([])

  init(_ server: MemoryServer) { inner = MemoryProvider(server) }

  /// The pieces that were fetched, in order.
  var fetched: [String] { given.withLock { $0 } }
  /// The pieces that were stored, in order.
  var stored: [String] { taken.withLock { $0 } }

  func allow(_ count: Int) { rest.withLock { $0 = count } }

  private func use() throws {
    let isLeft = rest.withLock { rest in
      defer { rest -= 1 }
      return rest > 0
    }
    guard isLeft else { throw SyncError(.offline, "The network is gone.") }
  }

  var identifier: String { inner.identifier }
  var capabilities: SyncCapabilities { inner.capabilities }
  func account() async throws -> String? { try await inner.account() }

  func changes(since cursor: String?, limit: Int) async throws -> SyncPage {
    try await inner.changes(since: cursor, limit: limit)
  }

  func write(_ writes: [SyncWrite]) async throws -> [SyncWriteResult] {
    try await inner.write(writes)
  }

  func store(piece bytes: Data, named name: String) async throws {
    try use()
    try await inner.store(piece: bytes, named: name)
    taken.withLock { $0.append(name) }
  }

  func piece(named name: String) async throws -> Data? {
    try use()
    given.withLock { $0.append(name) }
    return try await inner.piece(named: name)
  }
}

@Suite("Large values")
struct LargeValueTests {
  private let server = MemoryServer()
  private let containers: [ModelContainer]
  private let onDemand: SyncOptions

  init() throws {
    containers = try (0..<2).map { _ in
      try ModelContainer(
        for: SyncedPicture.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    }
    var options = SyncOptions()
    options.largeValues = .onDemand
    onDemand = options
  }

  private func bytes(_ number: Int) -> Data {
    Data((0..<900_000).map { UInt8(truncatingIfNeeded: ($0 &* 13) ^ ($0 >> 8) &+ number) })
  }

  /// Sends two pictures from the first store to the server.
  private func send() async throws -> SyncEngine {
    let context = ModelContext(containers[0])
    for number in 0..<2 {
      context.insert(SyncedPicture(title: "picture \(number)", image: bytes(number)))
    }
    try context.save()
    let engine = try SyncEngine(containers[0], MemoryProvider(server))
    try await engine.syncNow()
    return engine
  }

  private func pictures(_ number: Int) throws -> [SyncedPicture] {
    try ModelContext(containers[number]).fetch(
      FetchDescriptor<SyncedPicture>(sortBy: [SortDescriptor(\.title)]))
  }

  @Test func largeValuesAreFetchedOnDemand() async throws {
    _ = try await send()
    let provider = PieceLimit(server)
    let engine = try SyncEngine(containers[1], provider, onDemand)
    try await engine.syncNow()
    #expect(provider.fetched.isEmpty)
    #expect(try pictures(1).map(\.title) == ["picture 0", "picture 1"])
    #expect(try pictures(1).map(\.image) == [nil, nil])
    let absent = try await engine.absentLargeValues()
    #expect(absent.map(\.property) == ["image", "image"])
    #expect(absent.map(\.size) == [900_000, 900_000])
    let model = try pictures(1)[1].persistentModelID
    #expect(absent.map(\.model).contains(model))
    #expect(try await engine.fetchLargeValues(of: [model]) == 1)
    #expect(try pictures(1).map(\.image) == [nil, bytes(1)])
    #expect(try await engine.absentLargeValues(of: "SyncedPicture").count == 1)
    #expect(try await engine.fetchLargeValues(ofEntity: "SyncedPicture") == 1)
    #expect(try pictures(1).map(\.image) == [bytes(0), bytes(1)])
    #expect(try await engine.absentLargeValues().isEmpty)
    #expect(try await engine.fetchAllLargeValues() == 0)
    #expect(try await engine.syncNow().sent == 0)
  }

  @Test func absentLargeValuesAreNotSent() async throws {
    let first = try await send()
    let engine = try SyncEngine(containers[1], MemoryProvider(server), onDemand)
    try await engine.syncNow()
    let context = ModelContext(containers[1])
    for picture in try context.fetch(FetchDescriptor<SyncedPicture>()) { picture.title += "!" }
    try context.save()
    #expect(try await engine.syncNow().sent == 2)
    try await first.syncNow()
    #expect(try pictures(0).map(\.title) == ["picture 0!", "picture 1!"])
    #expect(try pictures(0).map(\.image) == [bytes(0), bytes(1)])
    // The values can be fetched afterwards.
    #expect(try await engine.fetchAllLargeValues() == 2)
    #expect(try pictures(1).map(\.image) == [bytes(0), bytes(1)])
  }

  @Test func absentLargeValuesAreSentOnceSet() async throws {
    let first = try await send()
    let engine = try SyncEngine(containers[1], MemoryProvider(server), onDemand)
    try await engine.syncNow()
    let context = ModelContext(containers[1])
    let all = try context.fetch(
      FetchDescriptor<SyncedPicture>(sortBy: [SortDescriptor(\.title)]))
    all[0].image = Data([1, 2, 3])
    all[1].image = bytes(7)
    try context.save()
    #expect(try await engine.absentLargeValues().isEmpty)
    try await engine.syncNow()
    try await first.syncNow()
    #expect(try pictures(0).map(\.image) == [Data([1, 2, 3]), bytes(7)])
    #expect(try pictures(1).map(\.image) == [Data([1, 2, 3]), bytes(7)])
  }

  @Test func formerValuesStayUntilNewOnesAreFetched() async throws {
    let first = try await send()
    let engine = try SyncEngine(containers[1], MemoryProvider(server), onDemand)
    try await engine.syncNow()
    try await engine.fetchAllLargeValues()
    let context = ModelContext(containers[0])
    for picture in try context.fetch(FetchDescriptor<SyncedPicture>()) {
      picture.image = bytes(picture.title == "picture 0" ? 10 : 11)
      picture.thumbnail = bytes(12)
    }
    try context.save()
    try await first.syncNow()
    try await engine.syncNow()
    #expect(try pictures(1).map(\.image) == [bytes(0), bytes(1)])
    #expect(try pictures(1).map(\.thumbnail) == [Data(), Data()])
    #expect(try await engine.syncNow().sent == 0)
    #expect(try await engine.absentLargeValues().count == 4)
    // The thumbnails are the same value.
    #expect(try await engine.fetchAllLargeValues() == 3)
    #expect(try pictures(1).map(\.image) == [bytes(10), bytes(11)])
    #expect(try pictures(1).map(\.thumbnail) == [bytes(12), bytes(12)])
    #expect(try await engine.syncNow().sent == 0)
  }

  @Test(arguments: [0, 1, 2, 3, 5])
  func interruptedFetchesResume(_ count: Int) async throws {
    _ = try await send()
    let provider = PieceLimit(server)
    try await SyncEngine(containers[1], provider, onDemand).syncNow()
    provider.allow(count)
    await #expect {
      try await SyncEngine(containers[1], provider, onDemand).fetchAllLargeValues()
    } throws: {
      ($0 as? SyncError)?.kind == .offline
    }
    provider.allow(.max)
    let engine = try SyncEngine(containers[1], provider, onDemand)
    try await engine.fetchAllLargeValues()
    #expect(try pictures(1).map(\.image) == [bytes(0), bytes(1)])
    // No piece was fetched twice: each value has four.
    #expect(provider.fetched.count == 8)
    #expect(Set(provider.fetched).count == 8)
  }

  @Test func interruptedUploadsResume() async throws {
    let provider = PieceLimit(server)
    let context = ModelContext(containers[0])
    context.insert(SyncedPicture(title: "picture", image: bytes(0)))
    try context.save()
    provider.allow(2)
    await #expect(throws: SyncError.self) {
      try await SyncEngine(containers[0], provider).syncNow()
    }
    provider.allow(.max)
    try await SyncEngine(containers[0], provider).syncNow()
    #expect(provider.stored.count == 4)
    #expect(Set(provider.stored).count == 4)
    try await SyncEngine(containers[1], MemoryProvider(server)).syncNow()
    #expect(try pictures(1).map(\.image) == [bytes(0)])
  }

  @Test func damagedLargeValuesStayAbsent() async throws {
    _ = try await send()
    let provider = MemoryProvider(server)
    let engine = try SyncEngine(containers[1], provider, onDemand)
    try await engine.syncNow()
    let limit = PieceLimit(server)
    let witness = try SyncEngine(
      ModelContainer(
        for: SyncedPicture.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true)),
      limit)
    try await witness.syncNow()
    let name = try #require(limit.fetched.first)
    let whole = try #require(try await provider.piece(named: name))
    try await provider.store(piece: Data(whole.reversed()), named: name)
    #expect(try await engine.fetchAllLargeValues() == 1)
    #expect(try await engine.absentLargeValues().count == 1)
    try await provider.store(piece: whole, named: name)
    #expect(try await engine.fetchAllLargeValues() == 1)
    #expect(try pictures(1).map(\.image) == [bytes(0), bytes(1)])
  }

  @Test func fetchesOfUnknownModelsAreRefused() async throws {
    _ = try await send()
    let engine = try SyncEngine(containers[1], MemoryProvider(server), onDemand)
    try await engine.syncNow()
    let foreign = try pictures(0)[0].persistentModelID
    let unsaved = SyncedPicture(title: "").persistentModelID
    for model in [foreign, unsaved] {
      await #expect {
        try await engine.fetchLargeValues(of: [model])
      } throws: {
        ($0 as? SyncError)?.kind == .invalid
      }
    }
    await #expect { try await engine.absentLargeValues(of: "Nothing") } throws: {
      ($0 as? SyncError)?.kind == .invalid
    }
    #expect(try await engine.fetchLargeValues(of: []) == 0)
  }

  /// Another version may store large values for properties that are not large here, or that are
  /// unknown here.
  ///
  /// Rows then stay without the value, and the records keep it.
  @Test func largeValuesThatNoRowCanHoldAreKept() async throws {
    let provider = MemoryProvider(MemoryServer())
    let bytes = Data(repeating: 5, count: 30_000)
    let digest = SHA256.hash(bytes).map { String(format: "%02x", $0) }.joined()
    let file = SyncFile(digest: digest, size: Int64(bytes.count))
    try await provider.store(piece: bytes, named: file.pieceName(0))
    let records = [
      SyncRecord(name: "r1", kind: "SyncedPicture", fields: ["title": .file(file)]),
      SyncRecord(name: "r2", kind: "SyncedPicture", fields: ["later": .file(file)]),
      SyncRecord(name: "r3", kind: "LaterPicture", fields: ["image": .file(file)]),
      SyncRecord(name: "r4", kind: "SyncedPicture", fields: ["image": .file(file)]),
    ]
    _ = try await provider.write(records.map(SyncWrite.save))
    let container = try ModelContainer(
      for: SyncedPicture.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    let engine = try SyncEngine(container, provider)
    try await engine.syncNow()
    #expect(try await engine.absentLargeValues().isEmpty)
    let context = ModelContext(container)
    let pictures = try context.fetch(FetchDescriptor<SyncedPicture>())
    #expect(pictures.map(\.title) == ["", "", ""])
    #expect(pictures.compactMap(\.image) == [bytes])
    for picture in pictures { picture.thumbnail = Data([1]) }
    try context.save()
    try await engine.syncNow()
    for case .saved(let kept) in try await provider.changes(since: nil, limit: 10).changes
    where kept.kind != SyncMark.kind {
      let former = try #require(records.first { $0.name == kept.name })
      #expect(former.fields.allSatisfy { kept.fields[$0.key] == $0.value })
      #expect(kept.fields["thumbnail"] == (kept.name == "r3" ? nil : .data(Data([1]))))
    }
  }
}
