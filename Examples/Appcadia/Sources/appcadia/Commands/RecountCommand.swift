import AppcadiaCore
import ExampleSupport

/// `recount`.
struct RecountCommand: Command {
  static let name = "recount"
  static let synopsis = ""
  static let summary = "Recalculate the stamp count and streaks of every goal from its stamps."

  init(_ invocation: Invocation) throws {
    _ = try invocation.arguments(0...0)
  }

  func run(in session: Session) async throws -> ExitCode {
    let store = try session.openStore()
    let corrected = try await store.goals.recount()
    try session.print(corrected.map { GoalRecord($0, today: store.today) }) {
      corrected.isEmpty
        ? "All counts were correct."
        : "Corrected \(StreakText.count(corrected.count, "goal"))."
    }
    return .success
  }
}
