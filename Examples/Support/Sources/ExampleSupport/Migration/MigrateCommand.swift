import SwiftData

/// `migrate`.
struct MigrateCommand: Command {
  static let name = "migrate"
  static let synopsis = "[--backup]"
  static let summary = "Bring the store up to date, as every command does that opens it."
  static let options: Set<CommandOption> = [.backup]

  let plan: any SchemaMigrationPlan.Type
  let backup: MigrationOptions.Backup

  init(_ invocation: Invocation) throws {
    _ = try invocation.arguments(0...0)
    plan = try invocation.program.migrationPlan(for: Self.self)
    backup = invocation[.backup] == nil ? .none : .beside
  }

  func run(in session: Session) async throws -> ExitCode {
    guard let version = plan.schemas.last else { return .success }
    let before = try session.openStore { try plan.report(for: $0) }
    _ = try session.openStore(backup: backup) { url, options in
      try ModelContainer(
        for: Schema(versionedSchema: version), migrationPlan: plan,
        configurations: ModelConfiguration(url: url), migrationOptions: options)
    }
    let after = try session.openStore { try plan.report(for: $0) }
    try session.print(after) {
      before.isNeeded
        ? "The store has version \(after.targetVersion) now." : "The store is up to date."
    }
    return .success
  }
}

extension CommandOption {
  fileprivate static let backup = CommandOption("backup", "Keep a copy of the store as it was.")
}

extension Program {
  /// The plan by which stores of earlier versions are brought up to date.
  /// - Throws: `UsageError` where there is none.
  func migrationPlan(for command: any Command.Type) throws -> any SchemaMigrationPlan.Type {
    guard let migrationPlan else {
      throw UsageError("The stores of \(name) have one version only.", about: command)
    }
    return migrationPlan
  }
}
