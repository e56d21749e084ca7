import AppcadiaCore
import ExampleSupport

/// `remind`.
struct RemindCommand: Command {
  static let name = "remind"
  static let synopsis = "[--minutes N]"
  static let summary = "Show the reminders that became due, for a timer."
  static let details = """
    Run it every N minutes, 15 by default, from cron or a timer of systemd. It shows the reminders of
    daily actions that are not ticked off for the day, and at the notification time the goals that
    are not stamped. It shows nothing while notifications are off: appcadia settings notifications on
    """
  static let options: Set<CommandOption> = [.interval]

  let minutes: Int

  init(_ invocation: Invocation) throws {
    _ = try invocation.arguments(0...0)
    minutes =
      try invocation.value(.interval, as: "a number of minutes from 1 to 1440") { text in
        Int(text).flatMap { (1...1440).contains($0) ? $0 : nil }
      } ?? 15
  }

  func run(in session: Session) async throws -> ExitCode {
    let store = try session.openStore()
    let book = ReminderBook(context: store.context, timeZone: store.timeZone)
    let due = try book.due(within: minutes)
    if try !book.isOn {
      session.terminal.note(
        "Notifications are off. To be reminded: appcadia settings notifications on")
    }
    guard session.prefersJSON || !due.isEmpty else { return .success }
    try session.print(due.map(ReminderRecord.init)) {
      due.map { reminder in
        let goal = reminder.action == nil ? "" : "  (\(reminder.goal.printable))"
        return "⏰ \(reminder.time)  \(reminder.title.printable)\(goal)"
      }.joined(separator: "\n")
    }
    return .success
  }
}

/// A reminder in JSON.
struct ReminderRecord: Codable, Equatable {
  var time: String
  var goal: String
  var action: String?

  init(_ reminder: Reminder) {
    time = reminder.time.description
    goal = reminder.goal
    action = reminder.action
  }
}

extension CommandOption {
  fileprivate static let interval = CommandOption(
    "minutes", value: "N", "The interval of the timer; by default 15.")
}
