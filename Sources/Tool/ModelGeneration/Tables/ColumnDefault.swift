/// The initial value of a property, made from a column's default.
struct ColumnDefault {
  /// The default as SQL.
  let sql: String
  /// The Swift type of the property, without a question mark.
  let type: String

  /// The value as code.
  ///
  /// - Parameter enumeration: The type of the property if it is an enumeration.
  /// - Returns: The code; nil for anything but a literal, the current time and a random UUID.
  func code(_ enumeration: RawEnumeration?) -> String? {
    if let enumeration {
      return text.flatMap { value in
        enumeration.caseName(of: value).map { "\(enumeration.name).\(SwiftName.spelled($0))" }
      }
    }
    let lower = sql.lowercased()
    switch type {
    case "Bool": return ["true", "false"].contains(lower) ? lower : nil
    case "Int": return number.flatMap { Int($0).map(String.init) }
    case "Double", "Float": return number.flatMap { $0.contains(".") ? $0 : $0 + ".0" }
    case "Decimal": return number.flatMap(Self.decimal)
    case "String": return text.map(SwiftName.literal)
    case "Data": return text.map { $0.isEmpty ? "Data()" : "Data(\(SwiftName.literal($0)).utf8)" }
    case "Date":
      let now = ["now()", "current_timestamp", "current_date"]
      return now.contains(where: lower.hasPrefix) ? "Date()" : nil
    case "UUID": return lower.hasSuffix("uuid()") || lower.hasSuffix("_v4()") ? "UUID()" : nil
    default: return type.hasPrefix("[") && (text == "{}" || sql.hasPrefix("ARRAY[]")) ? "[]" : nil
    }
  }

  /// The text of a literal, without a cast.
  private var text: String? {
    guard sql.first == "'" else { return nil }
    var text = ""
    var rest = sql.dropFirst()
    while let letter = rest.popFirst() {
      guard letter == "'" else {
        text.append(letter)
        continue
      }
      guard rest.first == "'" else {
        // Only a cast may follow.
        return rest.isEmpty || rest.isCast ? text : nil
      }
      rest.removeFirst()
      text.append("'")
    }
    return nil
  }

  /// The digits of a literal: `5`, `(-1)`, `'1.50'::numeric`.
  private var number: String? {
    var digits = text ?? sql
    if digits.hasPrefix("("), let end = digits.firstIndex(of: ")") {
      digits = String(digits[digits.index(after: digits.startIndex)..<end])
    }
    if text == nil { digits = String(digits.prefix { $0 != ":" }) }
    let parts = digits.drop { $0 == "-" }.split(
      separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    let isNumber = parts.allSatisfy { !$0.isEmpty && $0.utf8.allSatisfy { (48...57).contains($0) } }
    return isNumber && digits.count <= 18 ? digits : nil
  }

  /// A decimal number that is exact: a literal with a point would be converted from binary.
  private static func decimal(_ digits: String) -> String? {
    let sign = digits.hasPrefix("-") ? "minus" : "plus"
    let parts = digits.drop { $0 == "-" }.split(separator: ".")
    guard parts.count == 2, let places = parts.last else { return digits }
    guard places.contains(where: { $0 != "0" }) else {
      return (sign == "minus" ? "-" : "") + parts[0]
    }
    guard let value = Int(parts.joined()) else { return nil }
    return "Decimal(sign: .\(sign), exponent: -\(places.count), significand: \(value))"
  }
}

extension Substring {
  /// Whether the text is a cast to a type with modifiers, such as `::character varying(10)`.
  fileprivate var isCast: Bool {
    hasPrefix("::")
      && dropFirst(2).allSatisfy { $0.isLetter || $0.isNumber || " _(),[]\".".contains($0) }
  }
}
