import SQLCore

/// Something that is wrong with a file, and what would mend it.
struct SQLiteStoreFinding: Hashable, Sendable {
  var problem: StoreProblem
  /// The statements that mend it; none where nothing does.
  var repair: [SQLFragment] = []
}
