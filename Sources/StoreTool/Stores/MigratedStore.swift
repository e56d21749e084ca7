/// How a store is migrated.
package enum MigrationMode: Hashable, Sendable {
  /// Where a copy of the store is kept.
  package enum Backup: Hashable, Sendable {
    case none
    case beside
    /// At that path, where nothing is.
    case at(String)
  }

  /// The store itself, after a copy of it was made.
  case inPlace(Backup)
  /// A copy, which goes afterwards.
  case trial
}

/// What came of a migration.
package struct MigratedStore: Sendable {
  /// Where the store as it was is kept; nil where it is not.
  package var backup: String?
  /// What was in the way, as sentences; nothing was changed then.
  package var obstacles: [String] = []
  /// How many rows there are now, in the order of the entities' names.
  package var counts: [(entity: String, count: Int)] = []
  /// What is wrong with the store now.
  package var problems: [StoreProblem] = []

  package init() {}
}
