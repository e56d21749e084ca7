import Foundation
import SyncPort
import Testing

@testable import SyncEncryption

/// Places that were created by a version whose encryption did not include the place's name.
@Suite("Places of former versions")
struct FormerPlaceTests {
  private let observed = ObservedProvider()
  private let key: SyncKey
  /// A place with the names of a former version.
  private let former: SealedPlace

  init() throws { (key, former) = (try .random(), try .adopted()) }

  /// Bytes as a former version encrypted them.
  private func seal(_ bytes: Data, _ purpose: SealingPurpose, _ name: String) throws -> Data {
    var text = Data()
    withUnsafeBytes(of: UInt32(bytes.count).bigEndian) { text.append(contentsOf: $0) }
    text.append(bytes)
    text.append(Data(count: SealedBytes.paddedCount(bytes.count) - bytes.count))
    let head = Data([1]) + key.mark
    let bound = [Data("OpenSwiftData sync 1 \(purpose.rawValue)".utf8), head, Data(name.utf8)]
    return head + (try key.cipher.seal(text, boundTo: bound))
  }

  private func sealedRecord(_ name: String, _ text: String) throws -> SyncRecord {
    let sealed = try SealedName.seal(name, key, former)
    let bytes = try seal(SyncCoding.encode(record(name, text)), .record, sealed)
    return SyncRecord(name: sealed, kind: "sealed", fields: ["sealed": .data(bytes)])
  }

  private func record(_ name: String, _ text: String) -> SyncRecord {
    SyncRecord(name: name, kind: "K", fields: ["text": .text(text)])
  }

  private func sealedKey(derivation: String? = nil) throws -> SyncRecord {
    let bytes = try seal(Data("OpenSwiftData".utf8), .check, "sealed-key")
    var record = SyncRecord(name: "sealed-key", kind: "sealed", fields: ["sealed": .data(bytes)])
    if let derivation { record.fields["derivation"] = .text(derivation) }
    return record
  }

  /// The contents that a former version left in the place: two records and a piece.
  private func fill() async throws {
    try await observed.force(sealedKey())
    try await observed.force(sealedRecord("a", "old a"))
    try await observed.force(sealedRecord("b", "old b"))
    try await store(Data("old piece".utf8), "p1")
  }

  private func store(_ bytes: Data, _ name: String) async throws {
    let place = try SealedName.piece(name, key, former)
    let sealed = try seal(bytes, .piece, place)
    var whole = Data()
    withUnsafeBytes(of: UInt32(sealed.count).bigEndian) { whole.append(contentsOf: $0) }
    try await observed.store(piece: whole + sealed, named: place)
  }

  private func provider() -> SealedProvider { SealedProvider(observed, key: key) }

  private func changes(_ provider: SealedProvider) async throws -> [SyncChange] {
    try await provider.changes(since: nil, limit: 100).changes
  }

  private func texts(_ changes: [SyncChange]) -> [String: SyncValue] {
    var texts: [String: SyncValue] = [:]
    for case .saved(let record) in changes { texts[record.name] = record.fields["text"] }
    return texts
  }

  private func format(_ name: String) async throws -> UInt8? {
    let sealed = try SealedName.seal(name, key, former)
    guard case .data(let bytes)? = await observed.server.records[sealed]?.fields["sealed"] else {
      return nil
    }
    return bytes.first
  }

  @Test func recordsAreSealedForThePlaceWhenWritten() async throws {
    try await fill()
    let (one, other) = (provider(), provider())
    let found = try await changes(one)
    #expect(texts(found) == ["a": .text("old a"), "b": .text("old b")])
    #expect(try await one.piece(named: "p1") == Data("old piece".utf8))
    guard case .saved(var known)? = found.first(where: { $0.name == "a" }) else {
      throw SyncError(.badAnswer, "\(found)")
    }
    known.fields["text"] = .text("new a")
    _ = try await one.write([.save(known)])
    #expect(try await [format("a"), format("b")] == [2, 1])
    #expect(
      try await texts(changes(other)) == ["a": .text("new a"), "b": .text("old b")])
  }

  @Test func placeKeepsHowItsKeyIsDerived() async throws {
    let derivation = try SyncKeyDerivation.random(costLogarithm: 15)
    let key = try SyncKey(passphrase: "correct horse", derivation)
    let observed = ObservedProvider()
    let place = try SealedCheck.make(.adopted(), named: "", key, derivation: derivation.text)
    try await observed.force(place)
    try await SealedProvider(observed, key: key).reseal()
    let again = try await SealedProvider.unlock(observed, passphrase: "correct horse")
    #expect(again.keys.first == key)
    #expect(try await again.check().place.takesFormerRecords == false)
  }

  @Test func formerRecordsAreRefusedAfterResealing() async throws {
    try await fill()
    let (one, open) = (provider(), provider())
    _ = try await changes(open)
    #expect(try await one.reseal() == 2)
    #expect(try await [format("a"), format("b")] == [2, 2])
    #expect(try await one.reseal() == 0)
    try await observed.force(sealedRecord("b", "replayed"))
    // Also by a running device, which detects that the place has changed.
    for provider in [one, provider(), open] {
      let found = try await changes(provider)
      #expect(texts(found) == ["a": .text("old a")])
      guard case .unreadable(let refused)? = found.first(where: { $0.name == "b" }) else {
        throw SyncError(.badAnswer, "\(found)")
      }
      #expect(refused.reason.kind == .invalid)
    }
    await #expect(throws: SyncError.self) { try await one.reseal() }
    #expect(try await provider().piece(named: "p1") == Data("old piece".utf8))
  }

  @Test func newPlacesRefuseTheFormerFormat() async throws {
    let new = provider()
    _ = try await new.write([.save(record("a", "new"))])
    let name = try await #require(observed.server.records.keys.first { $0 != "sealed-key" })
    let bytes = try seal(SyncCoding.encode(record("a", "old")), .record, name)
    try await observed.force(
      SyncRecord(name: name, kind: "sealed", fields: ["sealed": .data(bytes)]))
    try await observed.force(sealedRecord("b", "old"))
    #expect(try await texts(changes(new)).isEmpty)
    #expect(try await texts(changes(provider())).isEmpty)
    try await new.store(piece: Data("new".utf8), named: "p1")
    let place = try #require(observed.pieceNames.first)
    let sealed = try seal(Data("old".utf8), .piece, place)
    var whole = Data()
    withUnsafeBytes(of: UInt32(sealed.count).bigEndian) { whole.append(contentsOf: $0) }
    try await observed.store(piece: whole + sealed, named: place)
    await #expect(throws: SyncError.self) { try await new.piece(named: "p1") }
  }

  @Test func knownPlacesCannotBecomeThoseOfAFormerVersion() async throws {
    try await fill()
    let open = try await provider().identity(after: nil, of: nil)
    let openRecord = try #require(await observed.server.records["sealed-key"])
    #expect(try await provider().identity(after: open, of: nil) == open)
    try await provider().reseal()
    let closed = try await provider().identity(after: open, of: nil)
    #expect(closed != open)
    for record in [openRecord, try sealedKey()] {
      try await observed.force(record)
      let error = await #expect(throws: SyncError.self) {
        try await provider().identity(after: closed, of: nil)
      }
      #expect(error?.kind == .serverReset)
    }
    // Another account may have another place.
    #expect(try await provider().identity(after: closed, of: "another") != closed)
  }

  @Test func placesBegunWithAnotherNameAreRefused() async throws {
    let work = SealedProvider(observed, key: key, placeName: "work")
    _ = try await work.write([.save(record("a", "work"))])
    let before = await observed.server.records
    for name in ["home", nil] {
      let other = SealedProvider(observed, key: key, placeName: name)
      let error = await #expect(throws: SyncError.self) { try await changes(other) }
      #expect(error?.kind == .keyMismatch)
    }
    #expect(await observed.server.records == before)
    let again = SealedProvider(observed, key: key, placeName: "work")
    #expect(try await texts(changes(again)) == ["a": .text("work")])
  }
}
