import SwiftData

/// `report`.
struct ReportCommand: Command {
  static let name = "report"
  static let synopsis = ""
  static let summary = "Show what bringing the store up to date would do. Changes nothing."

  let plan: any SchemaMigrationPlan.Type

  init(_ invocation: Invocation) throws {
    _ = try invocation.arguments(0...0)
    plan = try invocation.program.migrationPlan(for: Self.self)
  }

  func run(in session: Session) async throws -> ExitCode {
    let report = try session.openStore { try plan.report(for: $0) }
    try session.print(report) { report.description }
    return report.obstacles.allSatisfy(\.mayBeSolvedByStage) ? .success : .failure
  }
}
