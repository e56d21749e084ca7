import DataSchema
import RecordStore

/// `diff`.
struct DiffCommand: ToolCommand {
  static let help = CommandHelp(
    "diff", "Show how two stores differ: their schemas, or with --contents their rows.",
    discussion: """
      Rows are compared by their keys, value by value; those of entities that only one store has are
      not. + is what the second store has more, - what it lacks, ~ what is otherwise. The exit status
      is 1 where the stores differ.
      """,
    arguments: [
      ArgumentHelp("FIRST", .file, "A store."), ArgumentHelp("SECOND", .file, "Another store."),
    ],
    options: [
      OptionHelp("contents", "Compare the rows."),
      OptionHelp("entity", value: "NAME", "Compare this entity alone."),
    ], examples: ["swiftdata diff before.store after.store --contents"])

  private let arguments: Arguments

  init(_ arguments: Arguments) { self.arguments = arguments }

  func run(in session: ToolSession) throws -> ExitStatus {
    let first = try session.kinds.open(arguments.words[0])
    let second = try session.kinds.open(arguments.words[1])
    let isEqual =
      arguments.has("contents")
      ? try compareRows(first, second, session.console)
      : try compareSchemas(first.model, second.model, session.console)
    if isEqual { session.console.note("Nothing differs.") }
    return isEqual ? .good : .different
  }

  private func compareSchemas(
    _ first: ModelDescription, _ second: ModelDescription, _ console: Console
  ) throws -> Bool {
    let differences = SchemaDifference.differences(first, second)
      .filter { arguments["entity"] == nil || $0.entity == arguments["entity"] }
    for difference in differences { try console.print(difference.line) }
    return differences.isEmpty
  }

  private func compareRows(
    _ first: any OpenedStore, _ second: any OpenedStore, _ console: Console
  ) throws -> Bool {
    if let name = arguments["entity"] {
      _ = try (first.engine.entity(name), second.engine.entity(name))
    }
    var isEqual = true
    let names = first.model.sortedEntities.map(\.name).filter { name in
      second.model.entity(named: name) != nil
        && (arguments["entity"] == nil || arguments["entity"] == name)
    }
    let bar = ProgressLine(console)
    defer { bar.finish() }
    let total = try bar.isShown ? names.reduce(0) { try $0 + first.engine.ownCount($1) } : 0
    var count = 0
    for name in names {
      let comparison = RowComparison(name, first.engine, second.engine)
      try comparison.run {
        count += 1
        bar.update(min(count, total), of: total)
      } _: { line in
        isEqual = false
        bar.finish()
        try console.print(line)
      }
    }
    return isEqual
  }
}
