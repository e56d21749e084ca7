/// `repair`.
struct RepairCommand: ToolCommand {
  static let help = CommandHelp(
    "repair", "Mend what “check” finds, after a backup.",
    discussion: """
      First the whole store is copied beside itself, or to --backup. Then relationships to rows that
      are not there are cleared, pairs without an end are deleted, counters are raised or made, missing
      indexes and tables of the history are made, the other side of one-to-one relationships is filled
      in where one row alone leads there, rows of no entity get the one of their table where there is but one, and files that no row names are moved
      into the backup. All of it is one transaction, in which what is wrong is looked for again. What
      is damaged in the database itself, and files that are missing, nothing can bring back. The exit
      status is 1 where problems are left.
      """,
    arguments: [.store],
    options: [
      OptionHelp("backup", value: "PATH", "Copy the store to this path; it must not exist."),
      OptionHelp("dry-run", "Show what would be mended, and change nothing."),
    ], examples: ["swiftdata repair default.store --backup saved.store"])

  private let arguments: Arguments

  init(_ arguments: Arguments) { self.arguments = arguments }

  func run(in session: ToolSession) throws -> ExitStatus {
    let place = arguments.words[0]
    let problems = try CheckCommand.problems(session.kinds.open(place), session.console)
    guard problems.contains(where: \.canBeRepaired), !arguments.has("dry-run") else {
      try CheckCommand.write(problems, session.console)
      return problems.isEmpty ? .good : .different
    }
    let backup = try session.kinds.repair(place, backup: arguments["backup"])
    session.console.note("The store as it was is at \(backup).")
    let left = try session.kinds.open(place).problems()
    // Other processes may have caused damage since the first check.
    let count = max(0, problems.count - left.count)
    try session.console.print(
      count == 1 ? "1 problem was mended." : "\(count) problems were mended.")
    guard !left.isEmpty else { return .good }
    try CheckCommand.write(left, session.console)
    return .different
  }
}
