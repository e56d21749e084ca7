/// The target for the medians of a row.
package struct Target: Encodable {
  package enum Quantity: String, Encodable {
    /// The library's figure divided by the baseline's.
    case ratio
    /// The library's figure minus the baseline's.
    case difference
    /// The library's figure alone.
    case amount
  }

  package var quantity: Quantity
  /// In the unit of the row; a ratio has no unit.
  package var limit: Double
  /// Whether more is better.
  package var isMinimum = false

  package static func ratio(_ limit: Double) -> Target { Target(quantity: .ratio, limit: limit) }

  /// For rows where the library's figure should be large.
  package static func ratio(atLeast limit: Double) -> Target {
    Target(quantity: .ratio, limit: limit, isMinimum: true)
  }

  package static func difference(_ limit: Double) -> Target {
    Target(quantity: .difference, limit: limit)
  }

  package static func amount(_ limit: Double) -> Target { Target(quantity: .amount, limit: limit) }

  package func isMet(by figure: Double) -> Bool { isMinimum ? figure >= limit : figure <= limit }
}

extension Target.Quantity {
  package func figure(_ library: Double, _ baseline: Double) -> Double {
    switch self {
    case .ratio: library / baseline
    case .difference: library - baseline
    case .amount: library
    }
  }
}
