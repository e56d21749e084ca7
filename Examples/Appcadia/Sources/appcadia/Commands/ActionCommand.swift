import AppcadiaCore
import ExampleSupport

/// `action GOAL TITLE`.
struct ActionCommand: Command {
  static let name = "action"
  static let synopsis = "GOAL TITLE"
  static let summary = "Add a daily action to a goal."
  static let details = Store.goalDetails
  static let options: Set<CommandOption> = [.description, .minutes, .optional, .remind]

  let goal: String
  let title: String
  let description: String
  let minutes: Int
  let reminder: TimeOfDay?
  let isRequired: Bool

  init(_ invocation: Invocation) throws {
    let arguments = try invocation.arguments(2...2)
    (goal, title) = (arguments[0], arguments[1])
    description = invocation[.description] ?? ""
    minutes = try invocation.integer(.minutes) ?? 0
    reminder = try invocation.value(.remind, as: "a time like 07:30") { TimeOfDay($0) }
    isRequired = invocation[.optional] == nil
  }

  func run(in session: Session) async throws -> ExitCode {
    let store = try session.openStore()
    let goal = try store.goal(named: goal)
    let action = try store.actions.add(
      title, to: goal, minutes: minutes, reminder: reminder, isRequired: isRequired,
      description: description)
    try session.print(ActionRecord(action)) {
      "Added “\(action.title.printable)” to “\(goal.title.printable)”."
    }
    return .success
  }
}
