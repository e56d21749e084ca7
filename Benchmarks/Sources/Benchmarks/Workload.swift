/// One row of the table: the same work done with the library and on SQLite's C functions.
///
/// Both sides prepare outside of `measure`, and their results must be equal.
protocol Workload: Sendable {
  /// Names the row on the command line.
  static var key: String { get }
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
  var key: String { Self.key }
}

/// All workloads whose time is taken, in the order of the table.
let timedWorkloads: [any Workload] = [
  InsertWorkload(), FetchAllWorkload(), FilteredPageWorkload(), UniqueLookupWorkload(),
  IdentifierLookupWorkload(), UpdateWorkload(), DeleteModelsWorkload(), BatchDeleteWorkload(),
  CountWorkload(), LazyWalkWorkload(), PrefetchedWalkWorkload(), AddedColumnWorkload(),
  RebuiltTableWorkload(),
]
