/// A column of a table, as the database's catalog describes it.
package struct PostgresFoundColumn: Hashable, Sendable {
  /// The internal name of the type, such as `int4`; for a domain, all properties describe its base
  /// type.
  package var type: String
  /// The type with its modifiers, such as `character varying(40)`.
  package var declaration: String
  /// The type without modifiers: a cast to a type with modifiers truncates values that an
  /// assignment rejects.
  package var castName: String
  package var isEnumeration: Bool
  package var isNullable: Bool
  /// Whether a new row gets a value without specifying one.
  package var hasDefault: Bool
  /// Whether the server computes the value, so that it cannot be written.
  package var isComputed: Bool
  /// The internal name of the type of an array's elements, `text` for those of an enumeration; nil
  /// for any other type.
  package var element: String?
  /// Whether the column's type is a domain.
  package var isDomain: Bool

  /// The exclusive limit of the column's absolute values, as SQL; nil for no limit.
  var numberLimit: String? {
    let parts = declaration.drop { $0 != "(" }.dropFirst().prefix { $0 != ")" }.split(
      separator: ",")
    guard type == "numeric", parts.count == 2, let digits = Int(parts[0]),
      let places = Int(parts[1])
    else { return nil }
    return "1e\(digits - places)::numeric"
  }

  package init(
    type: String, declaration: String, castName: String, isEnumeration: Bool, isNullable: Bool,
    hasDefault: Bool, isComputed: Bool, element: String? = nil, isDomain: Bool = false
  ) {
    (self.type, self.declaration, self.castName) = (type, declaration, castName)
    (self.isEnumeration, self.isNullable, self.hasDefault) = (isEnumeration, isNullable, hasDefault)
    (self.isComputed, self.element, self.isDomain) = (isComputed, element, isDomain)
  }
}
