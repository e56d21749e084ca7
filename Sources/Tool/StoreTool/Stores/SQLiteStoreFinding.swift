import SQLCore

/// A problem of a file, and how to repair it.
struct SQLiteStoreFinding: Hashable, Sendable {
  var problem: StoreProblem
  /// The statements that repair the problem; empty if it cannot be repaired.
  var repair: [SQLFragment] = []
}
