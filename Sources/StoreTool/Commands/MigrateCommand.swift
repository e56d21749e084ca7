import RecordStore

/// `migrate`.
struct MigrateCommand: ToolCommand {
  static let help = CommandHelp(
    "migrate", "Show what bringing a store to another one's schema would do.",
    discussion: """
      The second store gives the schema. Shown are what differs, what becomes of each table, what is in
      the way, and with --statements the SQL. Nothing is changed: a program with the models migrates a
      store, since it knows what its stages do. The exit status is 1 where something is in the way.
      """,
    arguments: [.store],
    options: [
      OptionHelp("to", value: "FILE", "A store of the schema that is wanted."),
      OptionHelp("dry-run", "Change nothing, which is the only way yet."),
      OptionHelp("statements", "Show the SQL too."),
    ], examples: ["swiftdata migrate old.store --to new.store --dry-run"])

  private let place: String
  private let target: String
  private let showsStatements: Bool

  init(_ arguments: Arguments) throws {
    place = arguments.words[0]
    guard let target = arguments["to"] else {
      throw ToolError.usage("migrate needs --to FILE.", advice: "Try: swiftdata help migrate")
    }
    guard arguments.has("dry-run") else {
      throw ToolError.usage(
        "migrate only shows what would be done: add --dry-run.",
        advice: "A store is migrated by opening it with the new models.")
    }
    self.target = target
    showsStatements = arguments.has("statements")
  }

  func run(in session: ToolSession) throws -> ExitStatus {
    let console = session.console
    let store = try session.kinds.open(place)
    let model = try session.kinds.open(target).model
    let differences = SchemaDifference.differences(store.model, model)
    guard !differences.isEmpty else {
      try console.print("The schemas are the same; there is nothing to do.")
      return .good
    }
    let plan = try store.migration(to: model)
    for difference in differences { try console.print(difference.line) }
    try console.print("")
    var table = TextTable(["Table", "Rows", "What happens"])
    table.rightAligned = [1]
    for change in plan.tables { table.append([change.table, "\(change.rows)", change.text]) }
    for line in table.lines(console) { try console.print(line) }
    for obstacle in plan.obstacles {
      try console.print(console.styled("In the way: ", .red) + obstacle)
    }
    if showsStatements {
      try console.print("")
      for statement in plan.statements { try console.print(statement + ";") }
    }
    return plan.obstacles.isEmpty ? .good : .different
  }
}
