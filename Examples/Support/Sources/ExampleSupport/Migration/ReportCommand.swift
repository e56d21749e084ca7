import SwiftData
import CommandLineTool

/// `report`.
///
/// Programs with a migration plan have this command.
package struct ReportCommand: Command {
  package static let name = "report"
  package static let synopsis = ""
  package static let summary = "Show what migrate would do, without changing the store."

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

  /// The report as text, with control characters removed, because its names come from an untrusted
  /// file.
  package static func text(_ report: MigrationReport) -> String {
    report.description.split(separator: "\n", omittingEmptySubsequences: false)
      .map { String($0).printable }.joined(separator: "\n")
  }
}
