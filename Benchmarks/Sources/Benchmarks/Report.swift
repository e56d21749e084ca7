import Foundation

/// Turns comparisons into text.
enum Report {
  static let header = """
    | | workload | library | raw C | ratio | ratios of single runs |
    |---|---|---:|---:|---:|---|
    """

  /// One line of the Markdown table.
  static func line(_ comparison: Comparison) -> String {
    let ratios = zip(comparison.library, comparison.baseline).map { $0 / $1 }
    let spread = "\(number(ratios.min() ?? 0))–\(number(ratios.max() ?? 0))"
    let library = amount(comparison.library.median, comparison.unit)
    let baseline = amount(comparison.baseline.median, comparison.unit)
    return "| \(comparison.key) | \(comparison.title) | \(library) | \(baseline) "
      + "| **\(number(comparison.ratio))** | \(spread) |"
  }

  static let growthHeader = """
    | | workload | library, per item | raw C, per item | ratio |
    |---|---|---:|---:|---:|
    """

  /// One line of the table of growth.
  static func growthLine(_ comparison: Comparison) -> String {
    func perItem(_ seconds: Double) -> String {
      "\(number(seconds * 1e6 / Double(max(comparison.itemCount, 1)))) µs"
    }
    return "| \(comparison.key) | \(comparison.title), of \(comparison.rowCount) "
      + "| \(perItem(comparison.library.median)) | \(perItem(comparison.baseline.median)) "
      + "| **\(number(comparison.ratio))** |"
  }

  /// Writes all comparisons, with every single run.
  static func write(_ comparisons: [Comparison], to file: URL) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    try encoder.encode(comparisons).write(to: file)
  }

  private static func amount(_ value: Double, _ unit: Comparison.Unit) -> String {
    switch unit {
    case .seconds: "\(String(format: "%.1f", value * 1e3)) ms"
    case .kilobytes: "\(String(format: "%.1f", value / 1024)) MB"
    }
  }

  private static func number(_ value: Double) -> String { String(format: "%.2f", value) }
}
