import AppcadiaCore
import ExampleSupport

/// `add TITLE`.
struct AddCommand: Command {
  static let name = "add"
  static let synopsis = "TITLE"
  static let summary = "Add a goal."
  static let options: Set<CommandOption> = [
    .category, .description, .difficulty, .motivation, .until,
  ]

  let title: String
  let category: String
  let description: String
  let motivation: String
  let difficulty: Int
  let end: Day?

  init(_ invocation: Invocation) throws {
    title = try invocation.arguments(1...1)[0]
    category = invocation[.category] ?? ""
    description = invocation[.description] ?? ""
    motivation = invocation[.motivation] ?? ""
    difficulty = try invocation.integer(.difficulty) ?? 3
    end = try invocation.value(.until, as: "a day like 2026-12-31") { Day($0) }
  }

  func run(in session: Session) async throws -> ExitCode {
    guard let difficulty = Int16(exactly: difficulty) else {
      throw AppcadiaError.difficultyOutOfRange(difficulty)
    }
    let store = try session.openStore()
    let goal = Goal(
      title: title, category: category, targetDescription: description, targetEnd: end,
      motivation: motivation, difficulty: difficulty)
    try await store.goals.createGoal(goal)
    let identifiers = try store.shortIdentifiers()
    try session.print(GoalRecord(goal, today: store.today)) {
      "Added \(identifiers[goal.id]) “\(goal.title.printable)”."
    }
    return .success
  }
}
