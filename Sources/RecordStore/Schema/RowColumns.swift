/// Which columns of a statement hold which property.
///
/// The numbers stand in memory of their own, so that generated code reads them without touching a
/// reference count.
package final class RowColumns: @unchecked Sendable {
  // `@unchecked`: written in `init` only.

  /// The first column, or parameter, of each property; -1 for one that is absent.
  package let first: UnsafePointer<Int32>
  private let count: Int
  /// Where the rows are of several entities.
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

/// Which columns of a statement, whose rows are of an entity or of those that inherit from it, hold which
/// property of each of them.
package final class TreeColumns: Sendable {
  /// The column that holds the number of the row's entity.
  package let entityColumn: Int
  /// The columns of each entity.
  package let entities: [(number: Int64, columns: RowColumns)]

  init(entityColumn: Int, _ entities: [(number: Int64, columns: RowColumns)]) {
    (self.entityColumn, self.entities) = (entityColumn, entities)
  }

  /// The columns of the entity of that number; nil for one that is not among them.
  package func columns(of number: Int64) -> RowColumns? {
    entities.first { $0.number == number }?.columns
  }
}
