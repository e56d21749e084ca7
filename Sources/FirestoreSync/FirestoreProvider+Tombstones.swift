import Foundation
import SyncPort

extension FirestoreProvider {
  /// Deletes the tombstones of records that were deleted before a time.
  ///
  /// Each deleted record leaves a document behind, by which the other devices learn of it. A device that has not synced
  /// since a tombstone was deleted compares everything anew, so keep them for longer than devices are away.
  /// Each tombstone costs a reading of a document, another one before it goes, and its deletion.
  ///
  /// - Parameter date: What was deleted before it, by the server's clock, is forgotten.
  /// - Returns: How many tombstones are gone.
  /// - Throws: `SyncError`; what was deleted until then is.
  @discardableResult
  public func purgeTombstones(olderThan date: Date) async throws -> Int {
    try await translated("forgetting deletions") {
      let zone = try await client.zoneDocument()
      let bound = FirestoreField.time(
        date.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true)))
      let query = FirestoreQuery(
        FirestoreNames.records, FirestoreRecord.deletion, .below, bound, limit: Self.countLimit)
      var count = 0
      while true {
        let purged = try await purge(query, zone)
        if purged == 0 { return count }
        count += purged
      }
    }
  }

  /// Deletes the tombstones that a query finds; returns how many.
  private func purge(_ query: FirestoreQuery, _ zone: String) async throws -> Int {
    // The document of the zone is read first: whoever makes records of tombstones writes it.
    let count = try await meetingOthers(in: zone) { found in
      guard let document = found[zone] else { return 0 }
      var sequence = try sequence(document)
      let tombstones = try await client.run(query, below: zone)
      guard !tombstones.isEmpty else { return 0 }
      let highest = try tombstones.map(FirestoreRecord.number).max() ?? 0
      guard highest <= sequence.last else { throw client.badAnswer("A number is too large") }
      sequence.purged = max(sequence.purged, highest)
      _ = try await client.commit(
        [sequence.write(to: zone)] + tombstones.map(FirestoreWrite.delete))
      return tombstones.count
    }
    guard let count else { throw busy }
    return count
  }
}
