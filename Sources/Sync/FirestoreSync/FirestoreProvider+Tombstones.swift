import Foundation
import SyncHTTP

extension FirestoreProvider {
  /// Deletes the tombstones of records that were deleted before a time.
  ///
  /// Each deleted record leaves a document behind, from which other devices learn of the deletion.
  /// A device that has not synced since a tombstone was deleted compares everything anew, so keep
  /// tombstones for longer than devices stay offline. Each tombstone costs two document reads and
  /// one deletion.
  ///
  /// - Parameter date: Tombstones of records deleted before this time, by the server's clock, are
  ///   deleted.
  /// - Returns: The number of tombstones deleted.
  /// - Throws: `SyncError`; tombstones deleted before the error stay deleted.
  @discardableResult
  public func purgeTombstones(olderThan date: Date) async throws -> Int {
    try await translated("purge tombstones") {
      let zone = try await client.zoneDocument()
      let bound = FirestoreField.time(
        date.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true)))
      let query = FirestoreRequest.query(
        FirestoreNames.records, FirestoreRecord.deletion, .below, bound, limit: Self.countLimit)
      var count = 0
      while true {
        let purged = try await purge(query, zone)
        if purged == 0 { return count }
        count += purged
      }
    }
  }

  /// Deletes the tombstones that match a query, and returns their number.
  private func purge(_ query: JSONValue, _ zone: String) async throws -> Int {
    // Read the zone's document first: a device that turns tombstones back into records writes it.
    let count = try await meetingOthers(in: zone) { found in
      guard let document = found[zone] else { return 0 }
      var sequence = try sequence(document)
      let tombstones = try await client.run(query, below: zone)
      guard !tombstones.isEmpty else { return 0 }
      let highest = try tombstones.map(FirestoreRecord.number).max() ?? 0
      guard highest <= sequence.last else {
        throw client.badAnswer("the number of a tombstone is larger than that of its zone")
      }
      sequence.purged = max(sequence.purged, highest)
      _ = try await client.commit(
        [sequence.write(to: zone)] + tombstones.map(FirestoreRequest.delete))
      return tombstones.count
    }
    guard let count else { throw busy }
    return count
  }
}
