/// Keeps the values of rows that a save is about to overwrite or delete.
package protocol ValueKeeper: AnyObject {
  /// Keeps the values of rows.
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
