import AppcadiaCore
import ExampleSupport

/// `goals`.
struct GoalsCommand: Command {
  static let name = "goals"
  static let synopsis = "[--all]"
  static let summary = "Show the open goals, newest first, and their streaks."
  static let options: Set<CommandOption> = [.all]

  let showsClosed: Bool

  init(_ invocation: Invocation) throws {
    _ = try invocation.arguments(0...0)
    showsClosed = invocation[.all] != nil
  }

  func run(in session: Session) async throws -> ExitCode {
    let store = try session.openStore()
    let goals = try await showsClosed ? store.allGoals() : store.goals.fetchActiveGoals()
    try session.print(goals, of: store)
    return .success
  }
}
