import CommandLineTool
import DataSchema
import RecordStore

/// `diff`.
struct DiffCommand: ToolCommand {
  static let help = CommandHelp(
    "diff", "Show how two stores differ: their schemas, or with --contents their rows.",
    discussion: """
      Rows with the same key are compared value by value. Rows of entities that only one store has are
      not compared. + marks what only the second store has, - what only the first one has, and ~ what
      differs. The exit status is 1 if the stores differ. You can also compare Core Data models, or a
      store with a model.
      """,
    arguments: [
      CommandArgument("FIRST", .file, "A store, .xcdatamodeld, .xcdatamodel, .momd or .mom."),
      CommandArgument("SECOND", .file, "The store or model to compare with FIRST."),
    ],
    options: [
      CommandOption("contents", "Compare the rows."),
      CommandOption("entity", value: "NAME", "Compare only this entity."),
      CommandOption("first-version", value: "NAME", "The version of the first model."),
      CommandOption("second-version", value: "NAME", "The version of the second model."), .model,
    ],
    examples: [
      "swiftdata diff before.store after.store --contents",
      "swiftdata diff Model.xcdatamodeld Model.xcdatamodeld --first-version Model",
    ])

  private let arguments: Arguments

  init(_ arguments: Arguments) { self.arguments = arguments }

  func run(in session: ToolSession) throws -> ExitStatus {
    let isEqual =
      arguments.has("contents") ? try compareRows(session) : try compareSchemas(session)
    if isEqual { session.terminal.note("No differences were found.") }
    return isEqual ? .good : .different
  }

  private func compareSchemas(_ session: ToolSession) throws -> Bool {
    let sides = try ["first", "second"].enumerated().map { place, side in
      try ShownSchema(
        arguments.words[place], version: arguments["\(side)-version"], session.kinds
      ).model
    }
    let names = sides.flatMap { $0.entities.map(\.name) }
    let entity = try arguments["entity"].map { wanted in
      guard let name = Spelling.match(wanted, among: Set(names)) else {
        throw ToolError.usage(
          "Neither FIRST nor SECOND has an entity “\(wanted)”.\(Spelling.question(wanted, among: names))",
          advice: "Use one of their entities: \(NameList.text(Array(Set(names)), like: wanted)).")
      }
      return name
    }
    let differences = SchemaDifference.differences(sides[0], sides[1])
      .filter { entity == nil || $0.entity == entity }
    for difference in differences { try session.terminal.print(difference.line) }
    return differences.isEmpty
  }

  private func compareRows(_ session: ToolSession) throws -> Bool {
    for option in ["first-version", "second-version"] where arguments.has(option) {
      throw ToolError.usage(
        "--\(option) cannot be used with --contents, because models have no rows.",
        advice: "Leave out one of the two options.")
    }
    let first = try session.kinds.open(arguments.words[0])
    let second = try session.kinds.open(arguments.words[1])
    let entity = try arguments["entity"].map { try first.entity($0).name }
    return try compareRows(first, second, entity, session.terminal)
  }

  private func compareRows(
    _ first: any ToolStore, _ second: any ToolStore, _ entity: String?, _ terminal: Terminal
  ) throws -> Bool {
    if let entity { _ = try second.entity(entity) }
    var isEqual = true
    let names = first.model.sortedEntities.map(\.name).filter { name in
      second.model.entity(named: name) != nil
        && (entity == nil || entity == name)
    }
    let bar = ProgressBar(terminal: terminal, showsPercentage: false)
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
        try terminal.print(line)
      }
    }
    return isEqual
  }
}
