import Foundation
import SwiftData

/// `migrate`.
///
/// Programs with a migration plan have this command. Their other commands also migrate a store;
/// this one does nothing else, and can keep the old file.
package struct MigrateCommand: Command {
  package static let name = "migrate"
  package static let synopsis = "[--backup]"
  package static let summary = "Migrate the store to the current version."
  package static let options: Set<CommandOption> = [.backup]

  private let plan: any SchemaMigrationPlan.Type
  private let configuration: (URL) -> ModelConfiguration
  private let keepsBackup: Bool

  /// The result of a migration.
  package struct Outcome: Codable, Equatable {
    var store: String
    /// The previous version; nil if the file does not contain it.
    var from: String?
    var to: String
    /// Whether the store was migrated.
    package var migrated: Bool

    /// Creates the outcome of a migration that a report describes.
    package init(_ report: MigrationReport, ofStoreAt url: URL) {
      store = url.path
      from = report.storedVersion.map { "\($0)" }
      to = "\(report.targetVersion)"
      migrated = report.isNeeded
    }

    package var text: String {
      migrated
        ? "Migrated \(store) from \(from ?? "an unnamed version") to \(to)."
        : "\(store) already has version \(to)."
    }
  }

  package init(_ invocation: Invocation) throws {
    _ = try invocation.arguments(0...0)
    plan = try invocation.migrationPlan()
    configuration = invocation.program.configuration
    keepsBackup = invocation[.backup] != nil
  }

  package func run(in session: Session) async throws -> ExitCode {
    let report = try session.migrationReport(of: plan)
    let outcome = Outcome(report, ofStoreAt: session.location.url)
    if report.isNeeded {
      _ = try session.openStore(backup: keepsBackup ? .beside : .none) { url, options in
        try ModelContainer(
          for: plan.schemas.last.map(Schema.init) ?? Schema(), migrationPlan: plan,
          configurations: configuration(url), migrationOptions: options)
      }
    }
    try session.print(outcome) { outcome.text }
    return .success
  }
}

extension CommandOption {
  package static let backup = CommandOption(
    "backup", "Keep a backup of the old store in the same folder.")
}
