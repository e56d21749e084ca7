/// The unsaved changes to a store, which its owner has in another form than rows.
package protocol SaveSource: AnyObject {
  /// Plans the save, after the transaction has begun.
  ///
  /// Called again if the transaction is repeated.
  ///
  /// - Parameter records: The session that writes the plan; others' writes no longer affect it.
  /// - Returns: The plan.
  /// - Throws: `SwiftDataError` for a value that cannot be stored, and what reading throws.
  func plan(for records: RecordSession) throws -> SavePlan

  /// Keeps the values of rows, which the save is about to overwrite or delete.
  ///
  /// - Throws: Any error; the save is rolled back then.
  func keepValues(of rows: EndangeredRows) throws
}

/// Rows whose values a save is about to overwrite or delete, although its plan does not say so.
package enum EndangeredRows {
  /// Rows that a delete rule deletes.
  case cascaded(keys: [Int64], RecordEntity)
  /// An existing row whose values an inserted row replaces.
  ///
  /// `insertion` is the index of the inserted row; `earlier` that of the inserted row that created
  /// the existing row in the same save, if any.
  case replaced(key: Int64, RecordEntity, insertion: Int, earlier: Int?)
}
