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
      while let purged = try await purge(query, zone), purged > 0 { count += purged }
      return count
    }
  }

  /// Deletes the tombstones that a query finds; returns how many, and nil where there is no zone.
  private func purge(_ query: FirestoreQuery, _ zone: String) async throws -> Int? {
    var failure: FirestoreFailure?
    for attempt in 0..<Self.tries {
      try await pause(attempt)
      // The document of the zone is read first: whoever makes records of tombstones writes it.
      guard let document = try await client.lookUp([zone])[zone] else { return nil }
      var sequence = try sequence(document)
      let tombstones = try await client.run(query, below: zone)
      guard !tombstones.isEmpty else { return 0 }
      let highest = try tombstones.map(FirestoreRecord.number).max() ?? 0
      guard highest <= sequence.last else { throw client.badAnswer("A number is too large") }
      sequence.purged = max(sequence.purged, highest)
      do {
        _ = try await client.commit(
          [sequence.write(to: zone)] + tombstones.map(FirestoreWrite.delete))
        return tombstones.count
      } catch let race as FirestoreFailure where race.isRace {
        failure = race
      }
    }
    throw failure?.error("forgetting deletions") ?? client.badAnswer("Nothing was forgotten")
  }
}
