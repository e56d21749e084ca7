import SwiftData
import TerminalText

/// `report`.
///
/// A program with a migration plan has it.
struct ReportCommand: Command {
  static let name = "report"
  static let synopsis = ""
  static let summary = "Show what bringing the store up to date would do, and do nothing."

  private let plan: any SchemaMigrationPlan.Type

  init(_ invocation: Invocation) throws {
    _ = try invocation.arguments(0...0)
    plan = try invocation.migrationPlan()
  }

  func run(in session: Session) async throws -> ExitCode {
    let report = try session.migrationReport(of: plan)
    try session.print(report) {
      // Names come from a file that anybody may have written.
      report.description.split(separator: "\n", omittingEmptySubsequences: false)
        .map { String($0).printable }.joined(separator: "\n")
    }
    return .success
  }
}
