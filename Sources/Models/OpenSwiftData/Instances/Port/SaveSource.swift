import RecordStore

/// The unsaved changes of a context in one store, in the form that the store needs.
protocol SaveSource: SaveWitness {
  /// The changes as rows.
  ///
  /// - Parameter records: The session that writes them; from now on, others' writes do not affect
  ///   it.
  /// - Returns: The plan.
  /// - Throws: `SwiftDataError` for a value that cannot be stored, and what reading throws.
  func plan(for records: RecordSession) throws -> SavePlan

  /// Records the outcome of the plan, which takes effect when all stores have succeeded.
  func note(_ outcome: SaveOutcome)
}
