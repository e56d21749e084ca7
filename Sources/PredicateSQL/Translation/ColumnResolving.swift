import SQLCore

/// What the translator asks about the model whose rows a predicate or a sort order is about.
///
/// One resolver serves one entity; it knows the model class, its key paths and where a store keeps
/// what they lead to. Nothing here depends on how a store lays out its tables.
package protocol ColumnResolving: RowResolving {
  /// What the database can do that has the rows.
  var features: SQLFeatures { get }

  /// Where the value of a key path from the model stands; nil where no column holds it, as with
  /// computed and transient properties.
  func place(of keyPath: AnyKeyPath) -> PropertyPlace?

  /// What messages call the property that `keyPath` leads to, from the model or from a value of it.
  func title(of keyPath: AnyKeyPath) -> String

  /// The names from a Codable value down to the member that `keyPath` leads to, none for the raw
  /// value of an enumeration; nil where that is not a stored member.
  func memberPath(of keyPath: AnyKeyPath) -> [String]?

  /// What the leaves of `property` hold when it is set to `value`, in the order of the leaves;
  /// nil where that cannot be told.
  func leafValues(of value: Any, at keyPath: AnyKeyPath) -> [SQLValue]?

  /// The model at the other end of the relationship that `keyPath` leads to; nil where it leads to
  /// none.
  func destination(of keyPath: AnyKeyPath) -> (any ColumnResolving)?

  /// Finds the properties that `keyPath` passes.
  ///
  /// - Parameters:
  ///   - keyPath: The key path.
  ///   - ending: What it does with the last property's value; nil for nothing.
  /// - Returns: The key paths of to-one relationships, and at last of any property; nil where it passes
  ///   something else.
  func route(of keyPath: AnyKeyPath, ending: AnyKeyPath?) -> [AnyKeyPath]?

  /// Whether the column of the to-one relationship that `keyPath` leads to may hold the key of a
  /// row that is gone.
  func mayDangle(_ keyPath: AnyKeyPath) -> Bool

  /// Whether identifiers of rows compare as their primary keys do.
  var ordersIdentifiers: Bool { get }

  /// The primary key that the identifiers of rows are compared with where they are compared with
  /// `reference`.
  ///
  /// - Parameters:
  ///   - reference: What stands at the right side.
  ///   - isLess: Whether the comparison is `<` or `<=`.
  ///   - allowsEqual: Whether it is `<=` or `>=`.
  /// - Returns: The key; nil where none says the same.
  func bound(for reference: Any, isLess: Bool, allowsEqual: Bool) -> SQLValue?

  /// The full-text index that covers what a search of the model looks at; nil for none.
  var textIndex: ResolvedTextIndex? { get }
}

extension ColumnResolving {
  package var features: SQLFeatures { .sqlite }
  package func title(of keyPath: AnyKeyPath) -> String { keyPath.debugDescription }
  package func memberPath(of keyPath: AnyKeyPath) -> [String]? { nil }
  package func leafValues(of value: Any, at keyPath: AnyKeyPath) -> [SQLValue]? { nil }
  package func destination(of keyPath: AnyKeyPath) -> (any ColumnResolving)? { nil }
  package func route(of keyPath: AnyKeyPath, ending: AnyKeyPath?) -> [AnyKeyPath]? { nil }
  package func mayDangle(_ keyPath: AnyKeyPath) -> Bool { true }
  package var ordersIdentifiers: Bool { false }
  package func bound(for reference: Any, isLess: Bool, allowsEqual: Bool) -> SQLValue? { nil }
  package var textIndex: ResolvedTextIndex? { nil }
}
