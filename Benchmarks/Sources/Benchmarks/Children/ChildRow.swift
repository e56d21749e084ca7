import BenchmarkCommon

/// A row of the table whose sides run in separate processes.
struct ChildRow: TableRow {
  let key: String
  let library: ChildTask
  let baseline: ChildTask
  let unit: Comparison.Unit
  var target: Target?
  /// The minimum number of runs, unless the command line specifies it.
  var runCount = 7
  /// Whether to subtract the figure of a process that does nothing.
  var isAboveEmpty = false
  /// The figure of a report that is compared.
  let figure: @Sendable (ChildReport) -> Double
  let title: @Sendable (Workspace) -> String

  func comparison(_ workspace: Workspace, _ options: Options) throws -> Comparison {
    var comparison = Comparison(
      key: key, title: title(workspace), rowCount: workspace.rowCount,
      itemCount: workspace.rowCount, unit: unit, target: target)
    var results: [ChildTask: UInt64] = [:]
    func measure(_ task: ChildTask) throws -> Double {
      let report = try task.inChild(workspace)
      results[task] = report.result
      let empty = isAboveEmpty ? figure(try ChildTask.empty.inChild(workspace)) : 0
      return figure(report) - empty
    }
    try comparison.alternate(
      options.runCount ?? runCount, library: { try measure(library) },
      baseline: { try measure(baseline) })
    guard results[library] == results[baseline] else {
      throw RawError(description: "row \(key): the results are not equal: \(results)")
    }
    return comparison
  }
}

extension ChildRow {
  static let memory: [ChildRow] = [
    peak("i", .structs, .ratio(1.5)) { _ in
      "peak memory of b, against structs read from the file"
    },
    peak("i2", .values, nil) { _ in "peak memory of b, against structs without a database" },
    ChildRow(
      key: "j", library: .streamedModels, baseline: .streamedRows, unit: .kilobytes,
      target: .amount(64 * 1024), runCount: 3, isAboveEmpty: true,
      figure: { Double($0.peakKilobytes) },
      title: { "peak memory of enumerating \($0.rowCount * Workspace.longFactor)" }),
    ChildRow(
      key: "k", library: .droppedModels, baseline: .droppedStructs, unit: .kilobytes,
      target: .difference(1024), figure: { $0.heldKilobytes },
      title: { "memory in use after \($0.rowCount) were read and dropped, with SQLite's cache" }),
    ChildRow(
      key: "k2", library: .droppedModels, baseline: .droppedStructs, unit: .kilobytes,
      figure: { Double($0.residentKilobytes) },
      title: { _ in "the same, as the kernel counts it" }),
  ]

  private static func peak(
    _ key: String, _ baseline: ChildTask, _ target: Target?,
    _ title: @escaping @Sendable (Workspace) -> String
  ) -> ChildRow {
    ChildRow(
      key: key, library: .models, baseline: baseline, unit: .kilobytes, target: target,
      isAboveEmpty: true, figure: { Double($0.peakKilobytes) }, title: title)
  }

  static let startup: [ChildRow] = [
    ChildRow(
      key: "s", library: .openedModels, baseline: .openedRows, unit: .seconds,
      target: .difference(0.005), runCount: 21, figure: { $0.processorSeconds },
      title: { _ in "open a store with 20 models, fetch one row, in a fresh process" }),
    ChildRow(
      key: "s2", library: .openedModels, baseline: .openedRows, unit: .seconds,
      target: .difference(0.005), runCount: 21, figure: { $0.wallSeconds },
      title: { _ in "the same by the clock on the wall" }),
  ]
}
