import RecordStore
import SQLCore

/// Converts the rows of a store to instances: the context's side of reading.
///
/// A store calls it once for each operation, with all rows of the result. The loop over the rows is
/// the one of the model's own type.
protocol InstanceSink {
  /// Finds or creates the instances for rows, in the order of the rows.
  ///
  /// - Parameters:
  ///   - rows: The rows.
  ///   - columns: The columns of the properties.
  ///   - binding: The model class.
  ///   - owning: Receives the key of the model that each row belongs to, if requested.
  /// - Returns: The instances.
  /// - Throws: What reading the rows throws.
  func instances(
    for rows: any RowCursor, _ columns: RowColumns, of binding: EntityBinding,
    owning: OwnerColumn?
  ) throws -> [AnyObject]
}

extension ModelContext: InstanceSink {
  func instances(
    for rows: any RowCursor, _ columns: RowColumns, of binding: EntityBinding,
    owning: OwnerColumn?
  ) throws -> [AnyObject] {
    try binding.materialize(rows, in: self, columns, owning)
  }
}

/// Collects the key of the owner of each instance in a result.
final class OwnerColumn {
  /// The index of the column.
  let column: Int
  var keys: [Int64] = []
  /// Whether all instances were created for this result.
  var areNew = false

  init(_ column: Int) { self.column = column }
}
