import FirestoreSync
import Foundation
import SyncPort
import SyncTesting
import Testing

@Suite(
  "Tombstones of Firestore",
  .enabled(if: FirestoreEmulator.isInstalled, "Firestore's emulator is not installed"))
struct FirestoreTombstoneTests {
  private static let past = Date(timeIntervalSince1970: 1_000_000_000)
  /// Later than every deletion of the tests, whatever the emulator's clock shows.
  private static let future = Date(timeIntervalSince1970: 32_000_000_000)

  /// Creates a zone of records, some of which are deleted.
  private func deletions(
    _ provider: FirestoreProvider, kept: [String], deleted: [String]
  ) async throws {
    let results = try await provider.write(saves(deleted + kept))
    let writes = try zip(deleted, results).map {
      SyncWrite.delete(name: $0, tag: try tag($1))
    }
    let gone = try await provider.write(writes)
    #expect(gone == writes.map { _ in .deleted })
  }

  @Test func oldTombstonesArePurged() async throws {
    let zone = try EmulatorPlace()
    let provider = zone.provider()
    let first = try await read(provider).cursor
    try await deletions(provider, kept: ["a", "b"], deleted: ["x", "y", "z"])
    let second = try await read(provider).cursor
    #expect(try await provider.purgeTombstones(olderThan: Self.past) == 0)
    #expect(
      try await read(provider, since: first).changes.map(\.name) == ["a", "b", "x", "y", "z"])
    #expect(try await provider.purgeTombstones(olderThan: Self.future) == 3)
    #expect(try await provider.purgeTombstones(olderThan: Self.future) == 0)
    // A client that did not see the deletions compares everything again; the others continue.
    let thrown = await error(of: { _ = try await provider.changes(since: first, limit: 10) })
    #expect(thrown?.kind == .cursorExpired)
    #expect(try await read(provider, since: second).changes.isEmpty)
    let all = try await read(provider)
    #expect(all.changes.map(\.name) == ["a", "b"])
    #expect(try await read(provider, since: all.cursor).changes.isEmpty)
  }

  /// A full fetch of several pages knows the deletions from before it began.
  @Test func readingsThatBeginAfterAPurgeContinue() async throws {
    let zone = try EmulatorPlace()
    let provider = zone.provider()
    try await deletions(
      provider, kept: (0..<10).map { "k\($0)" }, deleted: (0..<5).map { "d\($0)" })
    try await provider.purgeTombstones(olderThan: Self.future)
    let all = try await read(provider, limit: 3)
    #expect(all.changes.count == 10)
    #expect(try await read(provider, since: all.cursor, limit: 3).changes.isEmpty)
    // A fetch whose tombstones are purged meanwhile does not continue.
    let page = try await provider.changes(since: nil, limit: 3)
    let last = try await provider.write(saves(["late"])).first
    _ = try await provider.write([.delete(name: "late", tag: try tag(last))])
    try await provider.purgeTombstones(olderThan: Self.future)
    let thrown = await error(of: { _ = try await provider.changes(since: page.cursor, limit: 3) })
    #expect(thrown?.kind == .cursorExpired)
  }

  @Test func manyTombstonesArePurgedAtOnce() async throws {
    let provider = try EmulatorPlace().provider()
    let names = (0..<450).map { "r\($0)" }
    try await deletions(provider, kept: [], deleted: names)
    #expect(try await provider.purgeTombstones(olderThan: Self.future) == 450)
    #expect(try await read(provider).changes.isEmpty)
    // A missing zone has no tombstones.
    #expect(try await EmulatorPlace().provider().purgeTombstones(olderThan: Self.future) == 0)
  }

  @Test func recordsReplaceTombstonesOfTheirName() async throws {
    let provider = try EmulatorPlace().provider()
    try await deletions(provider, kept: [], deleted: ["a", "b"])
    _ = try tag(try await provider.write(saves(["a"], ["v": .integer(2)])).first)
    #expect(try await provider.purgeTombstones(olderThan: Self.future) == 1)
    let changes = try await read(provider).changes
    guard case .saved(let record)? = changes.first, changes.count == 1 else {
      throw SyncError(.badAnswer, "\(changes)")
    }
    #expect(record.fields == ["v": .integer(2)])
  }

  /// A zone that was deleted without the library counts as another one.
  @Test func cursorsExpireWithTheirZone() async throws {
    let zone = try EmulatorPlace()
    let provider = zone.provider()
    let results = try await provider.write(saves(["a", "b", "c"]))
    let cursor = try await read(provider).cursor
    try await delete("", in: zone)
    #expect(
      await error(of: { _ = try await read(provider, since: cursor) })?.kind == .cursorExpired)
    // Remaining records keep their versions, and new numbers continue after theirs.
    let record = SyncRecord(name: "a", kind: "K", tag: try tag(results.first))
    _ = try tag(try await provider.write([.save(record)]).first)
    #expect(try await read(provider).changes.map(\.name) == ["b", "c", "a"])
    #expect(
      await error(of: { _ = try await read(provider, since: cursor) })?.kind == .cursorExpired)
  }
}
