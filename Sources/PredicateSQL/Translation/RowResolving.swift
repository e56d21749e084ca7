import SQLCore

/// What the translator asks about the rows of an entity, whatever they hold.
package protocol RowResolving {
  /// The table of the rows.
  var tableName: String { get }

  /// Tells apart trees of entities, each of which has a table and primary keys of its own.
  var treeNumber: Int { get }

  /// The column of the primary key.
  var primaryKeyColumn: String { get }

  /// The primary key of the row that a model or an identifier names; nil where it names no row of
  /// the entity or one below it, as before it is saved.
  func primaryKey(of reference: Any) -> SQLValue?

  /// How rows show that they hold instances of `type`, a class below the model; nil where that is
  /// not known.
  func instanceMark(of type: Any.Type) -> InstanceMark?
}

/// What rows that hold instances of a class have in common.
package struct InstanceMark: Hashable, Sendable {
  /// The column that tells.
  package var column: String
  /// What it holds in their rows: the numbers of the class's entity and of those below it.
  package var numbers: [Int]

  package init(column: String, numbers: [Int]) {
    self.column = column
    self.numbers = numbers
  }
}

extension RowResolving {
  package func primaryKey(of reference: Any) -> SQLValue? { nil }
  package func instanceMark(of type: Any.Type) -> InstanceMark? { nil }
}
