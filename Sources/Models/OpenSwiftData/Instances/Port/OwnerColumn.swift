/// Collects the key of the owner of each instance in a result.
final class OwnerColumn {
  /// The index of the column.
  let column: Int
  var keys: [Int64] = []
  /// Whether all instances were created for this result.
  var areNew = false

  init(_ column: Int) { self.column = column }
}
