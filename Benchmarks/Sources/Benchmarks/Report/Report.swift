import BenchmarkCommon
import Foundation

/// Formats comparisons as lines of Markdown.
enum Report {
  static let header = """
    | | workload | library | raw C | result | target | met | single runs |
    |---|---|---:|---:|---:|---:|---|---|
    """

  /// One line of the table.
  static func line(_ comparison: Comparison) -> String {
    let runs = comparison.figuresOfRuns
    func text(_ figure: Double?) -> String { self.text(figure ?? 0, comparison) }
    return "| \(comparison.key) | \(comparison.title) "
      + "| \(amount(comparison.library.median, comparison.unit)) "
      + "| \(amount(comparison.baseline.median, comparison.unit)) "
      + "| **\(text(comparison.figure))** | \(goal(comparison)) "
      + "| \(text(runs.min()))–\(text(runs.max())) |"
  }

  static let growthHeader = """
    | | workload | library, per item | raw C, per item | ratio |
    |---|---|---:|---:|---:|
    """

  /// One line of the table of growth.
  static func growthLine(_ comparison: Comparison) -> String {
    "| \(comparison.key) | \(comparison.title), of \(comparison.rowCount) "
      + "| \(number(comparison.library.median * 1e6 / Double(comparison.itemCount))) µs "
      + "| \(number(comparison.baseline.median * 1e6 / Double(comparison.itemCount))) µs "
      + "| **\(number(comparison.library.median / comparison.baseline.median))** |"
  }

  static let summaryHeader = """
    | | rows | library, per call | raw C, per call | growth beyond raw C's | target | met |
    |---|---|---:|---:|---:|---:|---|
    """

  static func line(_ growth: Growth) -> String {
    "| \(growth.key) | \(growth.fewestRows) → \(growth.mostRows) "
      + "| ×\(number(growth.library)) | ×\(number(growth.baseline)) "
      + "| **\(number(growth.beyondBaseline))** | ≤ \(number(Growth.limit)) "
      + "| \(growth.isMet ? "yes" : "**no**") |"
  }

  /// The target, and whether it is met.
  private static func goal(_ comparison: Comparison) -> String {
    guard let target = comparison.target, let isMet = comparison.isMet else { return "| " }
    return "\(target.isMinimum ? "≥" : "≤") \(text(target.limit, comparison)) "
      + "| \(isMet ? "yes" : "**no**")"
  }

  private static func text(_ figure: Double, _ comparison: Comparison) -> String {
    switch comparison.quantity {
    case .ratio: number(figure)
    case .difference: (figure < 0 ? "" : "+") + amount(figure, comparison.unit)
    case .amount: amount(figure, comparison.unit)
    }
  }

  private static func amount(_ value: Double, _ unit: Comparison.Unit) -> String {
    switch unit {
    case .seconds: "\(String(format: "%.1f", value * 1e3)) ms"
    case .kilobytes: "\(String(format: "%.1f", value / 1024)) MB"
    case .callsPerSecond: "\(String(format: "%.0f", value)) /s"
    }
  }

  private static func number(_ value: Double) -> String { String(format: "%.2f", value) }
}
