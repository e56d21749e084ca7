import CommandLineTool

/// `repair`.
struct RepairCommand: ToolCommand {
  static let help = CommandHelp(
    "repair", "Repair problems that “check” finds, after a backup.",
    discussion: """
      First, the whole store is copied beside itself, or to --backup. Then the command clears
      relationships to missing rows, deletes rows of join tables that refer to missing rows, raises or
      creates key counters, and creates missing indexes and history tables. If only one row refers to
      another by a one-to-one relationship, the other row gets the inverse. Rows with a wrong entity
      number get that of their table's entity, if the table has only one. Files to which no row refers
      are moved to the backup. All changes are one transaction, in which the problems are looked for
      again. Damage in the database itself and missing files cannot be repaired. The exit status is 1
      if problems are left.
      """,
    arguments: [.store],
    options: [
      CommandOption("backup", value: "PATH", "Copy the store to this path; it must not exist."),
      CommandOption("dry-run", "Show what would be repaired, and change nothing."),
    ], examples: ["swiftdata repair default.store --backup saved.store"])

  private let arguments: Arguments

  init(_ arguments: Arguments) { self.arguments = arguments }

  func run(in session: ToolSession) throws -> ExitStatus {
    let place = arguments.words[0]
    let problems = try CheckCommand.problems(session.kinds.open(place), session.terminal)
    guard problems.contains(where: \.canBeRepaired), !arguments.has("dry-run") else {
      try CheckCommand.write(problems, session.terminal)
      return problems.isEmpty ? .good : .different
    }
    let backup = try session.kinds.repair(place, backup: arguments["backup"])
    session.terminal.note("The backup is at \(backup).")
    let left = try session.kinds.open(place).problems()
    // Other processes may have caused damage since the first check.
    let count = max(0, problems.count - left.count)
    try session.terminal.print(
      count == 1 ? "1 problem was repaired." : "\(count) problems were repaired.")
    guard !left.isEmpty else { return .good }
    try CheckCommand.write(left, session.terminal)
    return .different
  }
}
