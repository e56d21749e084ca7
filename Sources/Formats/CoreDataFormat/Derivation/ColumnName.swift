/// The purpose of a column, as derived from its name.
enum ColumnName: Hashable {
  /// `Z_PK`, `Z_ENT`, `Z_OPT`.
  case identity
  /// `Z_FOK_X`: the position within an ordered relationship.
  case order(of: String)
  /// `Z11_QUOTE`: the entity number of the row that `ZQUOTE` refers to, which is an entity with
  /// number 11 or below it.
  case entityNumber(destination: Int, of: String)
  /// `Z1SPEC`: the key of the row of entity 1 that owns the row through its relationship `spec`.
  case backReference(owner: Int, relationship: String)
  /// `ZNAME`.
  case property(String)
  /// A column that Core Data did not create.
  case other

  init(_ column: String) {
    let name = column.uppercased()
    if ["Z_PK", "Z_ENT", "Z_OPT"].contains(name) {
      self = .identity
    } else if name.hasPrefix("Z_FOK_") {
      self = .order(of: String(name.dropFirst("Z_FOK_".count)))
    } else if let (number, rest) = Self.numbered(name, after: "Z"), !rest.isEmpty {
      self =
        rest.hasPrefix("_") && rest.count > 1
        ? .entityNumber(destination: number, of: String(rest.dropFirst()))
        : .backReference(owner: number, relationship: rest)
    } else if name.hasPrefix("Z"), name.count > 1 {
      self = .property(String(name.dropFirst()))
    } else {
      self = .other
    }
  }

  /// Splits a name after a prefix into a number and the rest; nil if no number follows the prefix.
  static func numbered(_ name: String, after prefix: String) -> (number: Int, rest: String)? {
    guard name.hasPrefix(prefix) else { return nil }
    let rest = name.dropFirst(prefix.count)
    let digits = rest.prefix { $0.isASCII && $0.isNumber }
    guard let number = Int(digits) else { return nil }
    return (number, String(rest.dropFirst(digits.count)))
  }
}
