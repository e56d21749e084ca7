import Foundation
import SyncPort
import Testing

@testable import SyncEncryption

@Suite("Keys that follow each other")
struct KeyRotationTests {
  private let observed = ObservedProvider(SyncCapabilities(maximumWrites: 3, pageSize: 4))

  private func write(_ provider: SealedProvider, _ names: [String]) async throws {
    for name in names {
      let results = try await provider.write([.save(SyncRecord(name: name, kind: "K"))])
      guard case .saved? = results.first else { throw SyncError(.badAnswer, "\(results)") }
    }
  }

  private func names(_ provider: SealedProvider) async throws -> [String] {
    try await provider.changes(since: nil, limit: 100).changes.map(\.name).sorted()
  }

  private func count(sealedWith key: SyncKey) async -> Int {
    await observed.server.records.values.count { record in
      guard record.name != "sealed-key", case .data(let bytes)? = record.fields["sealed"] else {
        return false
      }
      return SealedBytes.format(bytes, with: key) == .bound
    }
  }

  @Test func theNewestKeySealsAndAllOpen() async throws {
    let (old, new) = (try SyncKey.random(), try SyncKey.random())
    let first = SealedProvider(observed, key: old)
    try await write(first, ["a", "b"])
    try await first.store(piece: Data("old".utf8), named: "p1")
    let second = SealedProvider(observed, keys: SyncKeyRing(old, newer: [new]))
    try await write(second, ["c"])
    #expect(second.identifier == first.identifier)
    #expect(try await names(second) == ["a", "b", "c"])
    #expect(try await second.piece(named: "p1") == Data("old".utf8))
    #expect(await count(sealedWith: new) == 1)
    // A device without the new key gets an error that names it.
    let error = await #expect(throws: SyncError.self) {
      try await first.changes(since: nil, limit: 10)
    }
    #expect(error?.kind == .keyMismatch)
    #expect(error?.description.contains(new.identifier) ?? false)
  }

  @Test func resealingUsesTheNewestKey() async throws {
    let (old, new) = (try SyncKey.random(), try SyncKey.random())
    let all = (0..<11).map { "r\($0)" }
    try await write(SealedProvider(observed, key: old), all)
    let provider = SealedProvider(observed, keys: SyncKeyRing(old, newer: [new]))
    let before = Set(await observed.server.records.keys)
    #expect(try await provider.reseal() == 11)
    #expect(await count(sealedWith: new) == 11)
    #expect(Set(await observed.server.records.keys) == before)
    #expect(try await names(provider) == all.sorted())
    #expect(try await provider.reseal() == 0)
  }

  @Test func keyRingsWithAnotherFirstKeyAreRefused() async throws {
    let (old, new) = (try SyncKey.random(), try SyncKey.random())
    try await write(SealedProvider(observed, key: old), ["a"])
    for ring in [SyncKeyRing(new, newer: [old]), SyncKeyRing(new)] {
      let error = await #expect(throws: SyncError.self) {
        try await SealedProvider(observed, keys: ring).account()
      }
      #expect(error?.kind == .keyMismatch)
    }
  }

  @Test func keysAreDerivedFromAPassphrase() async throws {
    let derivation = try SyncKeyDerivation.random(costLogarithm: 15)
    let first = try await SealedProvider.unlock(
      observed, passphrase: "correct horse", derivation: derivation)
    try await write(first, ["a"])
    let other = try SyncKeyDerivation.random(costLogarithm: 15)
    let second = try await SealedProvider.unlock(
      observed, passphrase: "correct horse", derivation: other)
    #expect(second.keys == first.keys)
    #expect(try await names(second) == ["a"])
    let before = await observed.server.records
    let error = await #expect(throws: SyncError.self) {
      try await SealedProvider.unlock(
        observed, passphrase: "battery staple", derivation: derivation)
    }
    #expect(error?.kind == .keyMismatch)
    #expect(await observed.server.records == before)
  }

  @Test func aPlaceWithoutAPassphraseIsReported() async throws {
    _ = try await SealedProvider(observed, key: .random()).account()
    let derivation = try SyncKeyDerivation.random(costLogarithm: 15)
    let error = await #expect(throws: SyncError.self) {
      try await SealedProvider.unlock(observed, passphrase: "words", derivation: derivation)
    }
    #expect(error?.kind == .keyMismatch)
  }
}
