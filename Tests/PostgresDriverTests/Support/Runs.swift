import Locks
import SQLCore

/// The reported runs of statements.
final class Runs: Sendable {
  private let runs = Mutex<[StatementRun]>([])

  func append(_ run: StatementRun) { runs.withLock { $0.append(run) } }
  var texts: [String] { runs.withLock { $0.map(\.text) } }
  var counts: [Int] { runs.withLock { $0.map(\.rowCount) } }
}

/// Values that other threads append.
final class Collected<Value: Sendable>: Sendable {
  private let state = Mutex<[Value]>([])

  func append(_ value: Value) { state.withLock { $0.append(value) } }
  var values: [Value] { state.withLock { $0 } }
}
