/// How values of one attribute type become values of another.
package enum AttributeConversion: Hashable, Sendable {
  /// The stored value says the same in the new type.
  case same
  /// The same, as long as the number has at most 53 bits.
  case exactNumbers

  /// Nil where values of the one type are not all values of the other.
  package init?(from: AttributeType, to: AttributeType) {
    if from == to {
      self = .same
    } else if from == .integer64, to == .double {
      self = .exactNumbers
    } else if Self.wider[from]?.contains(to) == true {
      self = .same
    } else {
      return nil
    }
  }

  private static let wider: [AttributeType: Set<AttributeType>] = [
    .boolean: [.integer16, .integer32, .integer64],
    .integer16: [.integer32, .integer64, .float, .double, .decimal],
    .integer32: [.integer64, .double, .decimal],
    .integer64: [.decimal],
    .float: [.double],
    .uri: [.string],
  ]

  /// The greatest whole number below which every whole number is a floating-point number.
  package static let exactLimit: Int64 = 1 << 53
}
