import RecordStore
import SQLCore

/// Where the rows of a store become instances: the context's side of reading.
///
/// A store calls it once for each operation, with all rows of the result, which the loop of the model's
/// own type goes through.
protocol InstanceSink {
  /// Finds or makes the instances for rows, in their order.
  ///
  /// - Parameters:
  ///   - rows: The rows.
  ///   - columns: Where each property stands in them.
  ///   - binding: The model class.
  ///   - owning: Takes the key of the model that each row belongs to, where that is asked for.
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

/// Collects, beside the instances of a result, the key of the model that each belongs to.
final class OwnerColumn {
  /// The number of the column.
  let column: Int
  var keys: [Int64] = []
  /// Whether all instances were made for this result.
  var areNew = false

  init(_ column: Int) { self.column = column }
}
