import AppcadiaCore
import ExampleSupport

/// `close GOAL`.
struct CloseCommand: Command {
  static let name = "close"
  static let synopsis = "GOAL"
  static let summary = "Close a goal; its stamps are kept."
  static let details = Store.goalDetails

  let goal: String

  init(_ invocation: Invocation) throws {
    goal = try invocation.arguments(1...1)[0]
  }

  func run(in session: Session) async throws -> ExitCode {
    try await setActive(false, goal, in: session)
  }
}

/// `reopen GOAL`.
struct ReopenCommand: Command {
  static let name = "reopen"
  static let synopsis = "GOAL"
  static let summary = "Reopen a closed goal."
  static let details = Store.goalDetails

  let goal: String

  init(_ invocation: Invocation) throws {
    goal = try invocation.arguments(1...1)[0]
  }

  func run(in session: Session) async throws -> ExitCode {
    try await setActive(true, goal, in: session)
  }
}

private func setActive(
  _ isActive: Bool, _ name: String, in session: Session
) async throws -> ExitCode {
  let store = try session.openStore()
  let goal = try store.goals.edit(id: store.goal(named: name).id) { $0.isActive = isActive }
  try session.print(GoalRecord(goal, today: store.today)) {
    "“\(goal.title.printable)” is \(isActive ? "open" : "closed") now."
  }
  return .success
}
