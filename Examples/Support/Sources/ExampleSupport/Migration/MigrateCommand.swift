import Foundation
import SwiftData

/// `migrate`.
///
/// A program with a migration plan has it. Its other commands bring a store up to date, too; this
/// one does nothing else, and can keep the old file.
struct MigrateCommand: Command {
  static let name = "migrate"
  static let synopsis = "[--backup]"
  static let summary = "Bring the store up to date."
  static let options: Set<CommandOption> = [.backup]

  private let plan: any SchemaMigrationPlan.Type
  private let configuration: (URL) -> ModelConfiguration
  private let keepsBackup: Bool

  /// What was done.
  struct Outcome: Codable, Equatable {
    var store: String
    /// The version before; nil where the file names none.
    var from: String?
    var to: String
    var migrated: Bool
  }

  init(_ invocation: Invocation) throws {
    _ = try invocation.arguments(0...0)
    plan = try invocation.migrationPlan()
    configuration = invocation.program.configuration
    keepsBackup = invocation[.backup] != nil
  }

  func run(in session: Session) async throws -> ExitCode {
    let report = try session.migrationReport(of: plan)
    let outcome = Outcome(
      store: session.location.url.path, from: report.storedVersion.map { "\($0)" },
      to: "\(report.targetVersion)", migrated: report.isNeeded)
    if report.isNeeded {
      _ = try session.openStore(backup: keepsBackup ? .beside : .none) { url, options in
        try ModelContainer(
          for: plan.schemas.last.map(Schema.init) ?? Schema(), migrationPlan: plan,
          configurations: configuration(url), migrationOptions: options)
      }
    }
    try session.print(outcome) { Self.text(outcome) }
    return .success
  }

  private static func text(_ outcome: Outcome) -> String {
    outcome.migrated
      ? "Brought \(outcome.store) from \(outcome.from ?? "an unnamed version") to \(outcome.to)."
      : "\(outcome.store) is of version \(outcome.to) already."
  }
}

extension CommandOption {
  static let backup = CommandOption("backup", "Keep a copy of the old store beside it.")
}
