import AppcadiaCore
import ExampleSupport

/// `delete GOAL`.
struct DeleteCommand: Command {
  static let name = "delete"
  static let synopsis = "GOAL"
  static let summary = "Delete a goal with its stamps and daily actions."
  static let details = """
    \(Store.goalDetails)
    This cannot be undone. To keep the stamps, close the goal instead.
    """

  let goal: String

  init(_ invocation: Invocation) throws {
    goal = try invocation.arguments(1...1)[0]
  }

  func run(in session: Session) async throws -> ExitCode {
    let store = try session.openStore()
    let goal = try store.goal(named: goal)
    let record = GoalRecord(goal, today: store.today)
    try await store.goals.deleteGoal(id: goal.id)
    try session.print(record) { "Deleted “\(record.title.printable)”." }
    return .success
  }
}
