import SQLCore

/// The translator's view of the model that a predicate or a sort order is about.
///
/// A resolver serves one entity: it knows the model class, its key paths, and where the store keeps
/// their values. It does not depend on the layout of the store's tables.
package protocol ColumnResolving: RowResolving {
  /// The features of the database.
  var features: SQLFeatures { get }

  /// Returns the location of a key path's value; nil if no column stores it, as for computed and
  /// transient properties.
  func place(of keyPath: AnyKeyPath) -> PropertyPlace?

  /// Returns the name in messages for the property of `keyPath`, whose root is the model or one of
  /// its values.
  func title(of keyPath: AnyKeyPath) -> String

  /// Returns the names from a `Codable` value to the member that `keyPath` refers to; nil if that
  /// is not stored.
  ///
  /// The names are empty for the raw value of an enumeration.
  func memberPath(of keyPath: AnyKeyPath) -> [String]?

  /// Returns the values of the leaves of a property that is set to `value`, in the order of the
  /// leaves; nil if they cannot be determined.
  func leafValues(of value: Any, at keyPath: AnyKeyPath) -> [SQLValue]?

  /// Returns the destination of the relationship that `keyPath` refers to; nil if it is not a
  /// relationship.
  func destination(of keyPath: AnyKeyPath) -> (any ColumnResolving)?

  /// Splits `keyPath` into the properties that it consists of.
  ///
  /// - Parameters:
  ///   - keyPath: The key path.
  ///   - ending: The part of the key path that follows the last property; nil for none.
  /// - Returns: The key paths of to-one relationships, followed by that of any property; nil if it
  ///   contains anything else.
  func route(of keyPath: AnyKeyPath, ending: AnyKeyPath?) -> [AnyKeyPath]?

  /// Returns whether the column of the to-one relationship that `keyPath` refers to may hold the
  /// key of a deleted row.
  func mayDangle(_ keyPath: AnyKeyPath) -> Bool

  /// Whether identifiers of rows compare like their primary keys.
  var ordersIdentifiers: Bool { get }

  /// Returns the primary key that replaces `reference` in a comparison with identifiers of rows.
  ///
  /// - Parameters:
  ///   - reference: The right operand.
  ///   - isLess: Whether the comparison is `<` or `<=`.
  ///   - allowsEqual: Whether the comparison is `<=` or `>=`.
  /// - Returns: The key; nil if no key is equivalent.
  func bound(for reference: Any, isLess: Bool, allowsEqual: Bool) -> SQLValue?

  /// The full-text index that covers everything a search of the model includes; nil for none.
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
