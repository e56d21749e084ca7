import SwiftData
import TerminalText

/// `report`.
///
/// A program with a migration plan has it.
package struct ReportCommand: Command {
  package static let name = "report"
  package static let synopsis = ""
  package static let summary = "Show what bringing the store up to date would do, and do nothing."

  private let plan: any SchemaMigrationPlan.Type

  package init(_ invocation: Invocation) throws {
    _ = try invocation.arguments(0...0)
    plan = try invocation.migrationPlan()
  }

  package func run(in session: Session) async throws -> ExitCode {
    let report = try session.migrationReport(of: plan)
    try session.print(report) { Self.text(report) }
    return .success
  }

  /// The report as text, whose names come from a file that anybody may have written.
  package static func text(_ report: MigrationReport) -> String {
    report.description.split(separator: "\n", omittingEmptySubsequences: false)
      .map { String($0).printable }.joined(separator: "\n")
  }
}
