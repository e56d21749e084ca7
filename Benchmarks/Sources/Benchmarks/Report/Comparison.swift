import BenchmarkCommon

/// The runs of one row of the table on both sides.
struct Comparison {
  var key: String
  var title: String
  var rowCount: Int
  var itemCount: Int
  /// The figure of each run, in order.
  var library: [Double] = []
  var baseline: [Double] = []
  var unit: Unit
  var target: Target?

  enum Unit: String, Encodable {
    case seconds
    case kilobytes
    case callsPerSecond
  }

  /// The quantity that the row's target limits; the ratio if the row has no target.
  var quantity: Target.Quantity { target?.quantity ?? .ratio }
  var figure: Double { quantity.figure(library.median, baseline.median) }
  var figuresOfRuns: [Double] { zip(library, baseline).map { quantity.figure($0, $1) } }
  var isMet: Bool? { target.map { $0.isMet(by: figure) } }

  /// Runs both sides in turn; the order alternates.
  mutating func alternate(
    _ runCount: Int, library ours: () throws -> Double, baseline theirs: () throws -> Double
  ) rethrows {
    for run in 0..<runCount {
      if run.isMultiple(of: 2) {
        library.append(try ours())
        baseline.append(try theirs())
      } else {
        baseline.append(try theirs())
        library.append(try ours())
      }
    }
  }
}

/// One row of the table.
protocol TableRow: Sendable {
  /// The row's name on the command line.
  var key: String { get }
  func comparison(_ workspace: Workspace, _ options: Options) throws -> Comparison
}
