import Foundation
import SyncPort
import Testing

@testable import SyncEncryption

@Suite("Sealed providers")
struct SealedProviderTests {
  private let observed = ObservedProvider()

  private func record(_ name: String, _ text: String) -> SyncRecord {
    SyncRecord(
      name: name, kind: "SecretKind", fields: ["secretField": .text(text)], marks: "marks|of|it")
  }

  private func kind(_ body: () async throws -> Void) async -> SyncError.Kind? {
    do {
      try await body()
      return nil
    } catch { return (error as? SyncError)?.kind }
  }

  /// The records on the server, without the one that identifies the key.
  private func sealedRecords() async -> [SyncRecord] {
    await observed.server.records.values.filter { $0.name != "sealed-key" }
      .sorted { $0.name < $1.name }
  }

  @Test func theServerSeesNoPlainText() async throws {
    let provider = SealedProvider(observed, key: try .random())
    let names = ["u0123456789abcdef0123456789abcdef", "rvwxyzvwxyzvwxyzvwxyz"]
    let secret = "a secret that nobody else knows"
    _ = try await provider.write(names.map { .save(record($0, secret)) })
    let bytes = Data(repeating: 0x5A, count: 5_000)
    try await provider.store(piece: bytes, named: "pdeadbeefdeadbeef-0")
    #expect(try await provider.piece(named: "pdeadbeefdeadbeef-0") == bytes)
    let everything = observed.everything
    #expect(everything.count > 5_000)
    let hidden = names + [secret, "SecretKind", "secretField", "marks|of|it", "deadbeef"]
    for text in hidden { #expect(everything.range(of: Data(text.utf8)) == nil) }
    #expect(everything.range(of: Data(repeating: 0x5A, count: 8)) == nil)
    let records = await sealedRecords()
    #expect(Set(records.map(\.kind)) == ["sealed"])
    #expect(Set(records.map(\.marks)) == [""])
    // Values of similar size are indistinguishable.
    #expect(Set(records.map { SyncCoding.encode($0).count }).count == 1)
  }

  @Test func piecesThatAreTooLargeAreNamed() async throws {
    let provider = SealedProvider(observed, key: try .random())
    let error = await #expect(throws: SyncError.self) {
      try await provider.store(piece: Data(count: 32 << 20), named: "pdeadbeefdeadbeef-0")
    }
    #expect(error?.kind == .invalid)
    #expect(error?.message.contains("pdeadbeefdeadbeef-0") == true)
    #expect(error?.message.contains("33554432 bytes") == true)
    #expect(error?.advice?.contains("smaller pieces") == true)
    #expect(observed.pieceNames.isEmpty)
  }

  @Test func providersOfOneKeyShareNames() async throws {
    let key = try SyncKey.random()
    let (one, other) = (SealedProvider(observed, key: key), SealedProvider(observed, key: key))
    guard case .saved(let tag)? = try await one.write([.save(record("uabc", "a"))]).first else {
      throw SyncError(.badAnswer, "not saved")
    }
    var known = record("uabc", "a")
    known.tag = tag
    #expect(try await other.write([.save(record("uabc", "b"))]) == [.conflict(known)])
    // A device that never saw a record learns its name when it is deleted.
    let cursor = try await other.changes(since: nil, limit: 10).cursor
    #expect(try await one.write([.delete(name: "uabc", tag: tag)]) == [.deleted])
    let fresh = SealedProvider(observed, key: key)
    #expect(
      try await fresh.changes(since: cursor, limit: 10).changes == [.deleted(name: "uabc")])
  }

  @Test func everyChangedByteIsNoticed() async throws {
    let provider = SealedProvider(observed, key: try .random())
    _ = try await provider.write([.save(record("a", "text"))])
    let sealed = try #require(await sealedRecords().first)
    let sealer = try await provider.check()
    guard case .data(let bytes)? = sealed.fields["sealed"] else { throw SyncError.notSealed("a") }
    for place in 0..<bytes.count {
      var changed = sealed
      var other = bytes
      other[place] ^= 0x40
      changed.fields["sealed"] = .data(other)
      #expect(throws: SyncError.self) { try sealer.open(changed) }
    }
    for count in 0..<bytes.count {
      var changed = sealed
      changed.fields["sealed"] = .data(bytes.prefix(count))
      #expect(throws: SyncError.self) { try sealer.open(changed) }
    }
    #expect(try sealer.open(sealed).fields == record("a", "text").fields)
  }

  @Test func swappedContentsAreNoticed() async throws {
    let provider = SealedProvider(observed, key: try .random())
    _ = try await provider.write([.save(record("a", "one")), .save(record("b", "two"))])
    var records = await sealedRecords()
    let first = records[0].fields
    (records[0].fields, records[1].fields) = (records[1].fields, first)
    for record in records { try await observed.force(record) }
    let changes = try await provider.changes(since: nil, limit: 10).changes
    #expect(Set(changes.map(\.name)) == ["a", "b"])
    for change in changes {
      guard case .unreadable(let record) = change else { throw SyncError(.badAnswer, "\(change)") }
      #expect(record.reason.kind == .badAnswer)
    }
    // The same applies to pieces, and to data that was encrypted for another purpose.
    for name in ["p1", "p2"] {
      try await provider.store(piece: Data(name.utf8), named: name)
    }
    let names = observed.pieceNames.sorted()
    let piece = try #require(try await observed.piece(named: names[0]))
    try await observed.store(piece: piece, named: names[1])
    let found = await [
      kind { _ = try await provider.piece(named: "p1") },
      kind { _ = try await provider.piece(named: "p2") },
    ]
    #expect(found.compactMap(\.self) == [.badAnswer])
  }

  @Test func aWrongKeyIsReportedBeforeAnyWrite() async throws {
    _ = try await SealedProvider(observed, key: .random()).write([.save(record("a", "b"))])
    let before = await observed.server.records
    let other = SealedProvider(observed, key: try .random())
    let kinds = await [
      kind { _ = try await other.account() },
      kind { _ = try await other.changes(since: nil, limit: 10) },
      kind { _ = try await other.write([.save(record("c", "d"))]) },
      kind { try await other.store(piece: Data([1]), named: "p") },
      kind { _ = try await other.piece(named: "p") },
      kind { _ = try await other.reseal() },
    ]
    #expect(kinds == [SyncError.Kind?](repeating: .keyMismatch, count: 6))
    #expect(await observed.server.records == before)
    #expect(await observed.server.pieceCount == 0)
  }

  @Test func anUnsealedRecordIsReported() async throws {
    let provider = SealedProvider(observed, key: try .random())
    _ = try await provider.account()
    try await observed.force(SyncRecord(name: "stray", kind: "Note", fields: ["a": .text("b")]))
    // The other records are still read.
    _ = try await provider.write([.save(record("a", "b"))])
    let changes = try await provider.changes(since: nil, limit: 10).changes
    guard case .unreadable(let stray)? = changes.first, changes.count == 2 else {
      throw SyncError(.badAnswer, "\(changes)")
    }
    #expect(stray.name == "stray")
    #expect(stray.reason.kind == .invalid)
    // After it is deleted, it is not reported any more.
    let tag = try #require(await observed.server.records["stray"]?.tag)
    _ = try await observed.write([.delete(name: "stray", tag: tag)])
    #expect(try await provider.changes(since: nil, limit: 10).changes.map(\.name) == ["a"])
  }

  @Test func namesThatCannotBeSealedAreRefused() async throws {
    let provider = SealedProvider(observed, key: try .random())
    let results = try await provider.write([
      .save(record("a", "1")), .save(record(String(repeating: "x", count: 41), "2")),
      .save(record("b", "3")),
    ])
    guard case .saved = results[0], case .refused(let error) = results[1], case .saved = results[2]
    else { throw SyncError(.badAnswer, "\(results)") }
    #expect(error.kind == .invalid)
  }

  @Test(arguments: [64, 300, 1_000, 257 << 10])
  func largePiecesAreDivided(_ size: Int) async throws {
    let observed = ObservedProvider(SyncCapabilities(pieceSize: size))
    let provider = SealedProvider(observed, key: try .random())
    for count in [0, 1, 1_000, 256 << 10] where count < size * 100 {
      let bytes = Data((0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7) })
      try await provider.store(piece: bytes, named: "p\(count)")
      #expect(try await provider.piece(named: "p\(count)") == bytes)
    }
    if size == 257 << 10 { #expect(observed.pieceNames.count == 4) }
    #expect(try await provider.piece(named: "none") == nil)
  }
}
