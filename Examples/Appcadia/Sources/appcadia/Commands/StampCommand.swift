import AppcadiaCore
import ExampleSupport

/// `stamp GOAL`.
struct StampCommand: Command {
  static let name = "stamp"
  static let synopsis = "GOAL"
  static let summary = "Stamp a day for a goal."
  static let details = """
    \(Store.goalDetails)
    A goal gets one regular stamp per day, and streaks consist of these. A day can also have other
    stamps. All stamps count for rewards. A regular stamp asks for required actions that are not
    ticked off for the day.
    """
  static let options: Set<CommandOption> = [.date, .difficulty, .mood, .note, .type]

  let goal: String
  let day: DayArgument
  let entry: StampBook.Entry

  init(_ invocation: Invocation) throws {
    goal = try invocation.arguments(1...1)[0]
    day = try invocation.day()
    var entry = StampBook.Entry()
    entry.type = try invocation.choice(.type) ?? .regular
    entry.note = invocation[.note]
    entry.mood = invocation[.mood]
    entry.difficulty = try invocation.integer(.difficulty)
    self.entry = entry
  }

  func run(in session: Session) async throws -> ExitCode {
    let store = try session.openStore()
    let goal = try store.goal(named: goal)
    let day = day.resolved(today: store.today)
    let stamp = try store.book.stamp(goal, on: day, entry)
    let unlocked = try store.trainers.unlockEarnedRewards()
    try store.settings.noteUse(in: store.timeZone)
    let outcome = StampOutcome(
      stamp: StampRecord(stamp), goal: GoalRecord(goal, today: store.today),
      unlocked: unlocked.map(RewardRecord.init))
    try session.print(outcome) {
      ([
        "\(StampMark(regular: stamp.isRegular, others: !stamp.isRegular).symbol) \(day)  "
          + "“\(goal.title.printable)”", StreakText.summary(of: goal, today: store.today),
      ]
        + RewardText.unlocked(unlocked, on: session.terminal)).joined(separator: "\n")
    }
    for action in try store.actions.missingRequired(of: goal, on: day) where stamp.isRegular {
      session.terminal.warn(
        "“\(action.title.printable)” is required and not ticked off for \(day). "
          + "To do so: appcadia tick GOAL ACTION --date \(day)")
    }
    return .success
  }
}
