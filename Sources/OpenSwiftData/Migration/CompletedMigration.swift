/// The stores that a migration has changed for good.
struct CompletedMigration {
  /// Their paths; empty if no store was migrated.
  var paths: [String] = []
  /// The version that they have now.
  var version = Schema.Version(0, 0, 0)

  /// Runs what comes after the migration; a failure then says that the migration is done.
  func reporting<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch {
      throw describe(error)
    }
  }

  /// A failure after the migration, which leaves the stores as migrated.
  func describe(_ error: any Error) -> any Error {
    guard !paths.isEmpty else { return error }
    let cause = error as? SwiftDataError
    return (cause ?? .loadIssueModelContainer).explained(
      "The migration is done, but opening failed after it. The new version, \(version), is in "
        + "\(paths.joined(separator: ", ")).", entity: cause?.entity,
      advice: "Do not migrate a backup again. Remove the cause, and open the store again: "
        + (cause?.recoverySuggestion ?? "see the underlying error."),
      underlying: error)
  }
}
