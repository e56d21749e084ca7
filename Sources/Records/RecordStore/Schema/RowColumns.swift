/// The columns or parameters of a statement for each property.
///
/// The numbers have their own memory, so that generated code reads them without reference counting.
package final class RowColumns: @unchecked Sendable {
  // `@unchecked`: written only in `init`.

  /// The first column or parameter of each property; -1 for an absent one.
  package let first: UnsafePointer<Int32>
  private let count: Int
  /// The columns of each entity, if the rows may belong to several; otherwise nil.
  package let tree: TreeColumns?

  package init(_ numbers: [Int32], tree: TreeColumns? = nil) {
    self.tree = tree
    let memory = UnsafeMutablePointer<Int32>.allocate(capacity: max(numbers.count, 1))
    memory.initialize(from: numbers, count: numbers.count)
    first = UnsafePointer(memory)
    count = numbers.count
  }

  deinit { first.deallocate() }
}

/// The columns of a statement for each property of each entity, if rows belong to an entity or its
/// subentities.
package final class TreeColumns: Sendable {
  /// The column that contains the entity number of the row.
  package let entityColumn: Int
  /// The columns of each entity.
  package let entities: [(number: Int64, columns: RowColumns)]

  init(entityColumn: Int, _ entities: [(number: Int64, columns: RowColumns)]) {
    (self.entityColumn, self.entities) = (entityColumn, entities)
  }

  /// Returns the columns for an entity number; nil if it is not included.
  package func columns(of number: Int64) -> RowColumns? {
    entities.first { $0.number == number }?.columns
  }
}
