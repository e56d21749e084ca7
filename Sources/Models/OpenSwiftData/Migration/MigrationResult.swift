/// The stores whose migration was committed.
struct MigrationResult {
  /// The paths of the stores; empty if no store was migrated.
  var paths: [String] = []
  /// The version of the stores now.
  var version = Schema.Version(0, 0, 0)

  /// Runs work that follows the migration; its errors report that the migration is done.
  func reporting<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch {
      throw describe(error)
    }
  }

  /// Describes a failure after the migration, which does not undo the migration.
  func describe(_ error: any Error) -> any Error {
    guard !paths.isEmpty else { return error }
    let cause = error as? SwiftDataError
    return (cause ?? .loadIssueModelContainer).explained(
      "The migration is done, but the store could not be opened afterwards. The new version, "
        + "\(version), is in "
        + "\(paths.joined(separator: ", ")).", entity: cause?.entity,
      advice: "Do not migrate a backup again. Solve this problem, and open the store again. "
        + (cause?.recoverySuggestion ?? "See the underlying error."),
      underlying: error)
  }
}
