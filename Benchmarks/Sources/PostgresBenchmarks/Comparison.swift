import BenchmarkCommon

/// The runs of one row of the table on all sides.
struct Comparison: Encodable {
  var key: String
  var title: String
  var rowCount: Int
  var itemCount: Int
  var library = Runs()
  var baseline = Runs()
  /// Hand-written with plain objects; empty if a row has no such side.
  var objects = Runs()
  /// The other libraries, by name.
  var peers: [String: Runs] = [:]
  var target: Double?
  var wallTarget: Double?
  var limitsStatements: Bool

  /// The times of each run, in order.
  struct Runs: Encodable {
    /// CPU time of the client's process, user and system, in seconds.
    var seconds: [Double] = []
    /// Wall-clock time in seconds.
    var wallSeconds: [Double] = []
    /// The number of statements in one run; nil if unknown.
    var statementCount: Int?
  }

  init(_ workload: any Workload, _ databases: Databases) {
    (key, title) = (workload.key, workload.title(databases))
    (rowCount, itemCount) = (databases.rowCount, workload.itemCount(databases))
    (target, wallTarget) = (workload.target, workload.wallTarget)
    limitsStatements = workload.limitsStatements
  }

  /// The library's processor time divided by the baseline's.
  var ratio: Double { library.seconds.median / baseline.seconds.median }
  var wallRatio: Double { library.wallSeconds.median / baseline.wallSeconds.median }
  var ratiosOfRuns: [Double] { zip(library.seconds, baseline.seconds).map { $0 / $1 } }

  /// Whether all targets are met; nil if there are none.
  var isMet: Bool? {
    var goals: [Bool] = []
    if let target { goals.append(ratio <= target) }
    if let wallTarget { goals.append(wallRatio <= wallTarget) }
    if limitsStatements, let own = library.statementCount, let raw = baseline.statementCount {
      goals.append(own <= raw)
    }
    return goals.isEmpty ? nil : !goals.contains(false)
  }
}

extension Comparison.Runs {
  mutating func add(_ seconds: Double, _ wallSeconds: Double) {
    self.seconds.append(seconds)
    self.wallSeconds.append(wallSeconds)
  }
}
