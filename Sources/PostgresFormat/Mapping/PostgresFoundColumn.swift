/// A column of a table as a database says it is.
package struct PostgresFoundColumn: Hashable, Sendable {
  /// The type by its own name, such as `int4`; of a domain what it is made of, and so everywhere here.
  package var type: String
  /// The type with what limits it, such as `character varying(40)`.
  package var declaration: String
  /// The type without that: a cast to a limited type cuts what an assignment refuses.
  package var castName: String
  package var isEnumeration: Bool
  package var isNullable: Bool
  /// Whether a new row has something there by itself.
  package var hasDefault: Bool
  /// Whether the server computes what is there, so that nobody may write it.
  package var isComputed: Bool
  /// The type of an array's elements by its own name, `text` for those of an enumeration; nil for any other type.
  package var element: String?
  /// Whether the column is of a domain.
  package var isDomain: Bool

  /// What decimals of the column stay below, as SQL: its digits before the point are fewer; nil for any number.
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
