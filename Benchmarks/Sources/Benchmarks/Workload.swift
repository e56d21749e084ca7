import BenchmarkCommon

/// One row of the table: the same work done with the library and on SQLite's C functions.
///
/// Both sides prepare outside of `measure`, and their results must be equal.
protocol Workload: TableRow {
  /// What the medians must reach; nil for rows that only inform.
  var target: Target? { get }
  var unit: Comparison.Unit { get }
  /// What is done, for a reader of the table.
  func title(_ workspace: Workspace) -> String
  /// How many rows or calls one run deals with.
  func itemCount(_ workspace: Workspace) -> Int
  /// One run with the library.
  func runLibrary(_ workspace: Workspace) throws -> Outcome
  /// One run on SQLite's C functions.
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

/// What the titles of workloads say that write with the history on.
func historyNote(_ tracksHistory: Bool) -> String { tracksHistory ? ", with history" : "" }
