import RecordStore

/// The unsaved changes of a context in one store, as values of the kind that the store asks for.
protocol SaveSource: SaveWitness {
  /// The changes as rows.
  ///
  /// - Parameter records: The session that writes them, which nobody else's writing disturbs from now on.
  /// - Returns: The plan.
  /// - Throws: `SwiftDataError` for a value that has no stored form, and what reading throws.
  func plan(for records: RecordSession) throws -> SavePlan

  /// The changes as snapshots.
  ///
  /// - Parameter stored: The snapshots that the store has.
  /// - Returns: The plan.
  /// - Throws: `SwiftDataError` for what delete rules deny, and what reading throws.
  func snapshots(beside stored: some StoredSnapshots) throws -> SnapshotPlan

  /// Takes note of what came of the plan; it counts when all stores have succeeded.
  func note(_ outcome: SaveOutcome)
}
