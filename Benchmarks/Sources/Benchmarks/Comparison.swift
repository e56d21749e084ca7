import Foundation

/// The runs of one workload on both sides.
struct Comparison: Codable {
  var key: String
  var title: String
  var rowCount: Int
  var itemCount: Int
  /// CPU seconds (or, for memory, kilobytes) of each run, in the order they were made.
  var library: [Double]
  var baseline: [Double]
  var unit: Unit

  enum Unit: String, Codable {
    case seconds
    case kilobytes
  }

  var ratio: Double { library.median / baseline.median }
}

extension Comparison {
  /// Runs both sides of a workload in turns; who goes first alternates too.
  init(_ workload: some Workload, _ workspace: Workspace, runCount: Int) throws {
    var (library, baseline): ([Double], [Double]) = ([], [])
    for run in 0..<runCount {
      let (ours, theirs): (Outcome, Outcome)
      if run.isMultiple(of: 2) {
        ours = try workload.runLibrary(workspace)
        theirs = try workload.runBaseline(workspace)
      } else {
        theirs = try workload.runBaseline(workspace)
        ours = try workload.runLibrary(workspace)
      }
      guard ours.result == theirs.result else {
        throw RawError(
          description: "workload \(workload.key): \(ours.result) is not \(theirs.result)")
      }
      library.append(ours.seconds)
      baseline.append(theirs.seconds)
    }
    self.init(
      key: workload.key, title: workload.title(workspace), rowCount: workspace.rowCount,
      itemCount: workload.itemCount(workspace), library: library, baseline: baseline,
      unit: .seconds)
  }

  /// Compares the memory of live models with that of plain structs, above an empty process.
  init(
    key: String, title: String, _ baseline: MemoryMeasurement, _ workspace: Workspace,
    runCount: Int
  ) throws {
    self.init(
      key: key, title: title, rowCount: workspace.rowCount, itemCount: workspace.rowCount,
      library: [], baseline: [], unit: .kilobytes)
    for _ in 0..<runCount {
      let empty = try MemoryMeasurement.empty.peakOfChild(workspace)
      library.append(Double(try MemoryMeasurement.models.peakOfChild(workspace) - empty))
      self.baseline.append(Double(try baseline.peakOfChild(workspace) - empty))
    }
  }
}
