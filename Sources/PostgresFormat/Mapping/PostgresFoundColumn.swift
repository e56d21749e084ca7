/// A column of a table as a database says it is.
package struct PostgresFoundColumn: Hashable, Sendable {
  /// The type by its own name, such as `int4`.
  package var type: String
  /// The type as a cast names it.
  package var declaration: String
  package var isEnumeration: Bool
  package var isNullable: Bool
  /// Whether a new row has something there by itself.
  package var hasDefault: Bool
  /// The type of an array's elements by its own name, `text` for those of an enumeration; nil for any other type.
  package var element: String?

  package init(
    type: String, declaration: String, isEnumeration: Bool, isNullable: Bool, hasDefault: Bool,
    element: String? = nil
  ) {
    (self.type, self.declaration, self.isEnumeration) = (type, declaration, isEnumeration)
    (self.isNullable, self.hasDefault, self.element) = (isNullable, hasDefault, element)
  }
}
