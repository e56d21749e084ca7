/// The conversion of values from one attribute type to another.
package enum AttributeConversion: Hashable, Sendable {
  /// The stored value has the same meaning in the new type.
  case same
  /// The stored value has the same meaning if the number has at most 53 bits.
  case exactNumbers

  /// Returns nil if the new type cannot represent all values of the previous type.
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

  /// 2^53, up to which every integer can be represented exactly as a `Double`.
  package static let exactLimit: Int64 = 1 << 53
}
