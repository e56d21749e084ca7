import AppcadiaCore
import ExampleSupport
import Foundation

/// `tick GOAL ACTION`.
struct TickCommand: Command {
  static let name = "tick"
  static let synopsis = "GOAL ACTION"
  static let summary = "Tick a daily action off for a day."
  static let details = """
    \(Store.goalDetails)
    ACTION is a title, a part of a title that no other action of the goal contains, or the beginning
    of its ID.
    """
  static let options: Set<CommandOption> = [.date]

  private let tick: Tick

  init(_ invocation: Invocation) throws { tick = try Tick(invocation) }

  func run(in session: Session) async throws -> ExitCode {
    try tick.run(in: session) { store, action, day in
      try store.actions.tick(id: action.id, on: day, today: store.today)
      return "Ticked off “\(action.title.printable)” for \(day)."
    }
  }
}

/// `untick GOAL ACTION`.
struct UntickCommand: Command {
  static let name = "untick"
  static let synopsis = "GOAL ACTION"
  static let summary = "Take the tick of a daily action for a day back."
  static let details = TickCommand.details
  static let options: Set<CommandOption> = [.date]

  private let tick: Tick

  init(_ invocation: Invocation) throws { tick = try Tick(invocation) }

  func run(in session: Session) async throws -> ExitCode {
    try tick.run(in: session) { store, action, day in
      try store.actions.untick(id: action.id, on: day)
      return "“\(action.title.printable)” is not done for \(day) any more."
    }
  }
}

/// What both commands share.
private struct Tick {
  let goal: String
  let action: String
  let day: DayArgument

  init(_ invocation: Invocation) throws {
    let arguments = try invocation.arguments(2...2)
    (goal, action) = (arguments[0], arguments[1])
    day = try invocation.day()
  }

  func run(
    in session: Session, _ change: (Store, DailyAction, Day) throws -> String
  ) throws -> ExitCode {
    let store = try session.openStore()
    let goal = try store.goal(named: goal)
    let action = try NamedItems(
      "daily action", listedBy: "appcadia show GOAL", goal.orderedActions, id: \.id.uuidString,
      names: { [$0.title] }
    ).item(named: action)
    let day = day.resolved(today: store.today)
    let text = try change(store, action, day)
    let done = try store.actions.done(of: goal, on: day)
    try session.print(ActionRecord(action, isDone: done.contains(action.id))) { text }
    return .success
  }
}
