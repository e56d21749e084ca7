import Foundation
import SyncPort
import Testing

@testable import SyncEncryption

/// Encrypted data can be decrypted in one place only, whatever a server does with it.
@Suite("Sealed places")
struct SealedPlaceTests {
  private let one = ObservedProvider()
  private let other = ObservedProvider()

  private func record(_ name: String, _ text: String) -> SyncRecord {
    SyncRecord(name: name, kind: "K", fields: ["text": .text(text)])
  }

  private func sealed(_ provider: ObservedProvider) async -> [SyncRecord] {
    await provider.server.records.values.filter { $0.name != "sealed-key" }
  }

  private func texts(_ provider: SealedProvider) async throws -> [SyncValue] {
    try await provider.changes(since: nil, limit: 100).changes.compactMap { change in
      if case .saved(let record) = change { record.fields["text"] } else { nil }
    }
  }

  @Test func recordsOfAnotherPlaceAreRefused() async throws {
    let key = try SyncKey.random()
    let (work, home) = (SealedProvider(one, key: key), SealedProvider(other, key: key))
    _ = try await work.write([.save(record("a", "work")), .save(record("b", "work"))])
    _ = try await home.write([.save(record("a", "home"))])
    // Also over the record with the same name in this place.
    let here = await sealed(other).map(\.name)
    for var record in await sealed(one) {
      try await other.force(record)
      for name in here {
        record.name = name
        try await other.force(record)
      }
    }
    #expect(try await !texts(home).contains(.text("work")))
    #expect(try await !texts(SealedProvider(other, key: key)).contains(.text("work")))
    #expect(try await texts(work) == [.text("work"), .text("work")])
  }

  @Test func piecesOfAnotherPlaceAreRefused() async throws {
    let key = try SyncKey.random()
    let (work, home) = (SealedProvider(one, key: key), SealedProvider(other, key: key))
    try await work.store(piece: Data("work".utf8), named: "p1")
    try await home.store(piece: Data("home".utf8), named: "p1")
    let name = try #require(one.pieceNames.first)
    let bytes = try #require(try await one.piece(named: name))
    for name in one.pieceNames.union(other.pieceNames) {
      try await other.store(piece: bytes, named: name)
    }
    await #expect(throws: SyncError.self) { try await home.piece(named: "p1") }
  }

  @Test func namesOfTwoPlacesCannotBeCompared() async throws {
    let key = try SyncKey.random()
    for provider in [one, other] {
      let sealed = SealedProvider(provider, key: key)
      _ = try await sealed.write([.save(record("a", "same"))])
      try await sealed.store(piece: Data("same".utf8), named: "p1")
    }
    #expect(await Set(sealed(one).map(\.name)).isDisjoint(with: sealed(other).map(\.name)))
    #expect(one.pieceNames.isDisjoint(with: other.pieceNames))
  }
}
