import BenchmarkCommon
import OpenSwiftData

/// One row of the table: the same work done with models and a context, and by hand on libpq.
///
/// Both sides prepare outside of `measure`, and their results must be equal.
protocol Workload: Sendable {
  /// Names the row on the command line.
  var key: String { get }
  /// What the ratio of processor times must not exceed; nil for rows that only inform.
  var target: Double? { get }
  /// The same for times on the clock.
  var wallTarget: Double? { get }
  /// Whether the library may run no more statements than the baseline.
  var limitsStatements: Bool { get }
  /// The database that a run starts from.
  var content: Databases.Content { get }
  /// Whether each run has a copy of the database to itself.
  var changes: Bool { get }
  /// What is done, for a reader of the table.
  func title(_ databases: Databases) -> String
  /// How many rows or calls one run deals with.
  func itemCount(_ databases: Databases) -> Int
  /// One run with the library.
  func runLibrary(_ address: String, _ databases: Databases) throws -> Outcome
  /// One run by hand.
  func runBaseline(_ connection: Baseline, _ databases: Databases) throws -> Outcome
  /// One run by hand with plain objects in place of sums; nil for rows that have no such side.
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

  /// A context with nothing registered.
  func context(
    _ address: String, _ databases: Databases, tracksHistory: Bool = false
  ) throws -> ModelContext {
    ModelContext(try databases.container(address, content, tracksHistory: tracksHistory))
  }
}

/// All rows, in the order of the table.
let workloads: [any Workload] = [
  InsertWorkload(), FetchAllWorkload(), PageWorkload(), UniqueLookupWorkload(),
  IdentifierLookupWorkload(), UpdateWorkload(), DeleteModelsWorkload(), BatchDeleteWorkload(),
  CountWorkload(), LazyWalkWorkload(), PrefetchedWalkWorkload(),
  InsertWorkload(tracksHistory: true), UpdateWorkload(tracksHistory: true),
  DeleteModelsWorkload(tracksHistory: true), BatchDeleteWorkload(tracksHistory: true),
]
