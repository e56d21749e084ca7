import BenchmarkCommon

/// A row of the table: the same work done with the library and with SQLite's C functions.
///
/// Both sides prepare outside of `measure`, and their results must be equal.
protocol Workload: TableRow {
  /// The target for the medians; nil for rows without a target.
  var target: Target? { get }
  var unit: Comparison.Unit { get }
  /// A description of the work for readers of the table.
  func title(_ workspace: Workspace) -> String
  /// The number of rows or calls in one run.
  func itemCount(_ workspace: Workspace) -> Int
  /// One run with the library.
  func runLibrary(_ workspace: Workspace) throws -> Outcome
  /// One run with SQLite's C functions.
  func runBaseline(_ workspace: Workspace) throws -> Outcome
}

extension Workload {
  var target: Target? { nil }
  var unit: Comparison.Unit { .seconds }

  func comparison(_ workspace: Workspace, _ options: Options) throws -> Comparison {
    var comparison = Comparison(
      key: key, title: title(workspace), rowCount: workspace.rowCount,
      itemCount: itemCount(workspace), unit: unit, target: target)
    let itemCount = comparison.itemCount
    var results: Set<UInt64> = []
    func figure(_ outcome: Outcome) throws -> Double {
      results.insert(outcome.result)
      guard results.count == 1 else {
        throw RawError(description: "workload \(key): the results are not all equal: \(results)")
      }
      return unit == .callsPerSecond
        ? Double(itemCount) / outcome.seconds : outcome.seconds
    }
    try comparison.alternate(
      options.runCount ?? 7, library: { try figure(runLibrary(workspace)) },
      baseline: { try figure(runBaseline(workspace)) })
    return comparison
  }
}

/// A suffix for the titles of workloads that write with the history enabled.
func historyNote(_ tracksHistory: Bool) -> String { tracksHistory ? ", with history" : "" }
