/// How a store is migrated.
package enum MigrationMode: Hashable, Sendable {
  /// Where to keep a copy of the original store.
  package enum Backup: Hashable, Sendable {
    case none
    case beside
    /// At this path, where no file may exist.
    case at(String)
  }

  /// The store itself, after it is backed up.
  case inPlace(Backup)
  /// A copy, which is deleted afterwards.
  case trial
}

/// The result of a migration.
package struct MigrationSummary: Sendable {
  /// The path of the backup; nil if there is none.
  package var backup: String?
  /// What prevented the migration, as sentences; if there are any, nothing was changed.
  package var obstacles: [String] = []
  /// The number of rows after the migration, sorted by the entities' names.
  package var counts: [(entity: String, count: Int)] = []
  /// The problems of the store after the migration.
  package var problems: [StoreProblem] = []

  package init() {}
}
