import FirestoreSync
import Foundation
import SyncPort
import SyncTesting
import Testing

@Suite(
  "Writers of Firestore at once",
  .enabled(if: FirestoreEmulator.isInstalled, "Firestore's emulator is not installed"))
struct FirestoreContentionTests {
  private static let rounds = 6

  /// Each writer repeatedly adds one to the same record; no addition is overwritten.
  @Test func writersOverwriteNothingOfEachOther() async throws {
    let zone = try EmulatorPlace()
    _ = try await zone.provider().write(saves(["sum"], ["n": .integer(0)]))
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<4 {
        group.addTask {
          for _ in 0..<Self.rounds { try await addOne(by: zone.provider()) }
        }
      }
      try await group.waitForAll()
    }
    let (changes, cursor) = try await read(zone.provider())
    guard case .saved(let record)? = changes.first, changes.count == 1 else {
      throw SyncError(.badAnswer, "\(changes)")
    }
    #expect(record.fields == ["n": .integer(Int64(4 * Self.rounds))])
    // Each change has its own number, and there are no gaps.
    #expect(cursor.split(separator: ".").dropFirst().first == "\(1 + 4 * Self.rounds)")
  }

  private func addOne(by provider: FirestoreProvider) async throws {
    guard case .saved(var record)? = try await read(provider).changes.last else {
      throw SyncError(.badAnswer, "none")
    }
    for _ in 0..<100 {
      guard case .integer(let number)? = record.fields["n"] else { break }
      record.fields["n"] = .integer(number + 1)
      switch try await provider.write([.save(record)]).first {
      case .saved: return
      case .conflict(let other?): record = other
      case .postponed: record.fields["n"] = .integer(number)
      default: throw SyncError(.badAnswer, "neither written nor met")
      }
    }
    throw SyncError(.serverFailed, "Others were there a hundred times.")
  }

  /// Writers that create a zone at the same time all find the same one.
  @Test func simultaneousWritersCreateOneZone() async throws {
    let zone = try EmulatorPlace()
    let cursors = try await withThrowingTaskGroup(of: String.self) { group in
      for number in 0..<4 {
        group.addTask {
          let provider = zone.provider()
          if number.isMultiple(of: 2) { _ = try await provider.write(saves(["r\(number)"])) }
          return try await provider.changes(since: nil, limit: 10).cursor
        }
      }
      return try await group.reduce(into: [String]()) { $0.append($1) }
    }
    #expect(Set(cursors.compactMap { $0.split(separator: ".").first }).count == 1)
    for cursor in cursors { _ = try await read(zone.provider(), since: cursor) }
    #expect(try await read(zone.provider()).changes.count == 2)
  }
}
