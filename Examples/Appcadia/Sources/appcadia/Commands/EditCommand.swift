import AppcadiaCore
import ExampleSupport
import Foundation

/// `edit GOAL`.
struct EditCommand: Command {
  static let name = "edit"
  static let synopsis = "GOAL"
  static let summary = "Change a goal."
  static let details = """
    \(Store.goalDetails)
    --clear removes properties: \(clearable.alternatives), or several with commas between them.
    """
  static let options: Set<CommandOption> = [
    .title, .category, .description, .difficulty, .motivation, .until, .clear,
  ]

  private static var texts: [String: ReferenceWritableKeyPath<Goal, String>] {
    [
      "category": \.category, "description": \.targetDescription, "motivation": \.motivation,
    ]
  }
  private static let clearable = texts.keys.sorted() + ["until"]

  let goal: String
  private let texts: [(ReferenceWritableKeyPath<Goal, String>, String)]
  private let difficulty: Int?
  private let end: Day?
  private let cleared: Set<String>

  init(_ invocation: Invocation) throws {
    goal = try invocation.arguments(1...1)[0]
    let options = [CommandOption.category, .description, .motivation]
    texts =
      options.compactMap { option in
        Self.texts[option.name].flatMap { text in invocation[option].map { (text, $0) } }
      } + (invocation[.title].map { [(\.title, $0)] } ?? [])
    difficulty = try invocation.integer(.difficulty)
    end = try invocation.value(.until, as: "a day like 2026-12-31") { Day($0) }
    cleared = try invocation.words(.clear, among: Self.clearable)
    guard Self.options.contains(where: { invocation[$0] != nil }) else {
      throw UsageError(
        "edit needs at least one of \(Self.options.map(\.spelling).sorted().alternatives).",
        about: Self.self)
    }
  }

  func run(in session: Session) async throws -> ExitCode {
    let store = try session.openStore()
    let goal = try store.goals.edit(id: store.goal(named: goal).id) { goal in
      for (property, text) in texts { goal[keyPath: property] = text }
      if let difficulty {
        guard let value = Int16(exactly: difficulty) else {
          throw AppcadiaError.difficultyOutOfRange(difficulty)
        }
        goal.difficulty = value
      }
      if let end { goal.targetEndDate = end.date }
      for name in cleared {
        if let property = Self.texts[name] { goal[keyPath: property] = "" }
      }
      if cleared.contains("until") { goal.targetEndDate = nil }
    }
    try session.print(GoalRecord(goal, today: store.today)) {
      "Changed “\(goal.title.printable)”."
    }
    return .success
  }
}

extension CommandOption {
  fileprivate static let clear = CommandOption(
    "clear", value: "NAMES", "Remove these properties.")
  fileprivate static let title = CommandOption("title", value: "TEXT", "The new title.")
}
