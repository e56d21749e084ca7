import SQLCore

/// The translator's view of the rows of an entity, regardless of their columns.
package protocol RowResolving {
  /// The table of the rows.
  var tableName: String { get }

  /// Identifies the entity tree, which has its own table and primary keys.
  var treeNumber: Int { get }

  /// The column of the primary key.
  var primaryKeyColumn: String { get }

  /// Returns the primary key of the row that a model or an identifier refers to.
  ///
  /// The result is nil if it has no row of the entity or its subentities, as before it is saved.
  func primaryKey(of reference: Any) -> SQLValue?

  /// Returns how to recognize rows that hold instances of `type`, a subclass of the model; nil if
  /// that is unknown.
  func instanceMark(of type: Any.Type) -> InstanceMark?
}

/// The mark of rows that hold instances of a class.
package struct InstanceMark: Hashable, Sendable {
  /// The column with the entity number.
  package var column: String
  /// The values of the column: the numbers of the class's entity and of its subentities.
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
