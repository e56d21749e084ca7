import AppcadiaCore
import ExampleSupport
import Foundation

/// `feed FILE`.
struct FeedCommand: Command {
  static let name = "feed"
  static let synopsis = "FILE [--force]"
  static let summary = "Write the reminders to an iCalendar file, which calendars import."
  static let details = """
    Each reminder is an event that repeats every day until the last day of its goal.
    """
  static let options: Set<CommandOption> = [.force]

  let file: OutputFile
  let overwrites: Bool

  init(_ invocation: Invocation) throws {
    file = OutputFile(try invocation.arguments(1...1)[0])
    overwrites = invocation[.force] != nil
  }

  func run(in session: Session) async throws -> ExitCode {
    try file.check(overwrites: overwrites)
    let store = try session.openStore()
    let reminders = try ReminderBook(context: store.context, timeZone: store.timeZone).reminders()
    try file.write(Data(ReminderCalendar(reminders).text.utf8), overwrites: overwrites)
    try session.print(reminders.map(ReminderRecord.init)) {
      "Wrote \(StreakText.count(reminders.count, "reminder")) to \(file.path)."
    }
    return .success
  }
}
