import BenchmarkCommon
import OpenSwiftData

/// A row of the table: the same work done with models and a context, and hand-written with libpq.
///
/// Both sides prepare outside of `measure`, and their results must be equal.
protocol Workload: Sendable {
  /// The row's name on the command line.
  var key: String { get }
  /// The limit of the ratio of processor times; nil for rows without a target.
  var target: Double? { get }
  /// The same for wall-clock times.
  var wallTarget: Double? { get }
  /// Whether the library may run no more statements than the baseline.
  var limitsStatements: Bool { get }
  /// The initial database of a run.
  var content: Databases.Content { get }
  /// Whether each run gets its own copy of the database.
  var changes: Bool { get }
  /// A description of the work for readers of the table.
  func title(_ databases: Databases) -> String
  /// The number of rows or calls in one run.
  func itemCount(_ databases: Databases) -> Int
  /// One run with the library.
  func runLibrary(_ address: String, _ databases: Databases) throws -> Outcome
  /// One run of the hand-written code.
  func runBaseline(_ connection: Baseline, _ databases: Databases) throws -> Outcome
  /// One hand-written run with plain objects instead of sums; nil for rows without this side.
  func runObjects(_ connection: Baseline, _ databases: Databases) throws -> Outcome?
}

extension Workload {
  var target: Double? { nil }
  var wallTarget: Double? { nil }
  var limitsStatements: Bool { false }
  var content: Databases.Content { .filled }
  var changes: Bool { false }

  func runObjects(_ connection: Baseline, _ databases: Databases) throws -> Outcome? { nil }

  /// Runs `body` with a database to work on.
  func withDatabase<Result>(
    _ databases: Databases, _ body: (_ address: String) throws -> Result
  ) throws -> Result {
    changes
      ? try databases.withCopy(of: content, body) : try body(databases.shared(content))
  }

  /// A context without loaded models.
  func context(
    _ address: String, _ databases: Databases, tracksHistory: Bool = false
  ) throws -> ModelContext {
    ModelContext(try databases.container(address, content, tracksHistory: tracksHistory))
  }
}

/// All rows, in the order of the table.
let workloads: [any Workload] = [
  InsertWorkload(), InsertWorkload(replaces: true), FetchAllWorkload(), PageWorkload(),
  UniqueLookupWorkload(),
  IdentifierLookupWorkload(), UpdateWorkload(), DeleteModelsWorkload(), BatchDeleteWorkload(),
  CountWorkload(), LazyWalkWorkload(), PrefetchedWalkWorkload(),
  ImportWorkload(), CounterWorkload(), StreamWorkload(),
  InsertWorkload(tracksHistory: true), InsertWorkload(replaces: true, tracksHistory: true),
  UpdateWorkload(tracksHistory: true),
  DeleteModelsWorkload(tracksHistory: true), BatchDeleteWorkload(tracksHistory: true),
]
