/// Keeps the values of rows that a save is about to overwrite or delete.
package protocol ValueKeeper: AnyObject {
  /// Keeps the values of rows.
  ///
  /// - Throws: Any error; the save is rolled back then.
  func keepValues(of rows: EndangeredRows) throws
}

/// The failure of a save whose plan does not allow an inserted row to replace another one that has
/// its unique values.
///
/// The owner of the plan knows the values, and describes them for the user.
package struct TakenValues: Error {
  /// The index of the inserted row.
  package let insertion: Int
  /// The indices of the constraint's properties.
  package let properties: [Int]
  /// The other row; nil if the same save inserts it.
  package let existing: (entity: RecordEntity, key: Int64)?
  /// Whether the other row can be kept in place of the inserted one, because it is of its entity.
  package let isOfSameEntity: Bool
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
