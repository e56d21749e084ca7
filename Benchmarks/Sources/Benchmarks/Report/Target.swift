/// What a row of the table must reach, by its medians.
struct Target: Encodable {
  enum Quantity: String, Encodable {
    /// The library's figure divided by the baseline's.
    case ratio
    /// The library's figure less the baseline's.
    case difference
    /// The library's figure alone.
    case amount
  }

  var quantity: Quantity
  /// In the unit of the row, or without unit for a ratio.
  var limit: Double
  /// Whether more is better.
  var isMinimum = false

  static func ratio(_ limit: Double) -> Target { Target(quantity: .ratio, limit: limit) }

  /// For rows where the library's figure should be large.
  static func ratio(atLeast limit: Double) -> Target {
    Target(quantity: .ratio, limit: limit, isMinimum: true)
  }

  static func difference(_ limit: Double) -> Target {
    Target(quantity: .difference, limit: limit)
  }

  static func amount(_ limit: Double) -> Target { Target(quantity: .amount, limit: limit) }

  func isMet(by figure: Double) -> Bool { isMinimum ? figure >= limit : figure <= limit }
}

extension Target.Quantity {
  func figure(_ library: Double, _ baseline: Double) -> Double {
    switch self {
    case .ratio: library / baseline
    case .difference: library - baseline
    case .amount: library
    }
  }
}
