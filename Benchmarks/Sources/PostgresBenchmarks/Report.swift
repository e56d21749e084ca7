import BenchmarkCommon
import Foundation

/// Formats comparisons as lines of Markdown.
enum Report {
  /// The head of the table.
  static func header(_ peers: [Peer.Kind]) -> String {
    let names = peers.map { " \(name($0)) |" }.joined()
    let lines = peers.map { _ in "---:|" }.joined()
    return """
      | | workload | library | libpq | CPU | target | clock | met | single runs | statements | objects |\(names)
      |---|---|---:|---:|---:|---:|---:|---|---|---:|---:|\(lines)
      """
  }

  /// One line of the table.
  static func line(_ comparison: Comparison, _ peers: [Peer.Kind]) -> String {
    let runs = comparison.ratiosOfRuns
    let cells = [
      comparison.key, comparison.title, milliseconds(comparison.library.seconds),
      milliseconds(comparison.baseline.seconds), "**\(number(comparison.ratio))**",
      targets(comparison), number(comparison.wallRatio),
      comparison.isMet.map { $0 ? "yes" : "**no**" } ?? "",
      "\(number(runs.min() ?? 0))–\(number(runs.max() ?? 0))", statements(comparison),
      objects(comparison),
    ]
    let others = peers.map { peer(comparison.peers[$0.rawValue], comparison.baseline) }
    return "| " + (cells + others).joined(separator: " | ") + " |"
  }

  private static func name(_ peer: Peer.Kind) -> String {
    switch peer {
    case .sqlalchemy: "SQLAlchemy: CPU, clock"
    case .asyncpg: "asyncpg: CPU, clock"
    }
  }

  private static func targets(_ comparison: Comparison) -> String {
    let wall = comparison.wallTarget.map { ", clock ≤ \(number($0))" } ?? ""
    return (comparison.target.map { "≤ \(number($0))" } ?? "") + wall
  }

  private static func statements(_ comparison: Comparison) -> String {
    guard let own = comparison.library.statementCount,
      let raw = comparison.baseline.statementCount
    else { return "" }
    return "\(own) : \(raw)"
  }

  private static func objects(_ comparison: Comparison) -> String {
    comparison.objects.seconds.isEmpty ? "" : peer(comparison.objects, comparison.baseline)
  }

  private static func peer(_ runs: Comparison.Runs?, _ baseline: Comparison.Runs) -> String {
    guard let runs else { return "" }
    let wall = runs.wallSeconds.median / baseline.wallSeconds.median
    return "\(number(runs.seconds.median / baseline.seconds.median)), \(number(wall))"
  }

  private static func milliseconds(_ seconds: [Double]) -> String {
    "\(String(format: "%.1f", seconds.median * 1e3)) ms"
  }

  private static func number(_ value: Double) -> String { String(format: "%.2f", value) }
}
