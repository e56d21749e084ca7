import DataSchema
import RecordStore

/// `delete`.
struct DeleteCommand: ToolCommand {
  static let help = CommandHelp(
    "delete", "Show what deleting rows would delete, and delete them with --apply.",
    discussion: """
      Rows that fulfil the condition are deleted as a program with models does it: by the delete rules of
      relationships, which may take further rows along or refuse it, and with a transaction in the history.
      Without --apply all of it is done and taken back, so that nothing is written. The exit status is 1
      where no row fulfils the condition.
      """,
    arguments: [.store, ArgumentHelp("ENTITY", .text, "The name of an entity.")],
    options: [
      OptionHelp("where", value: "CONDITION", "Delete the rows that fulfil it; see “query”."),
      OptionHelp("all", "Delete all rows of the entity."),
      OptionHelp("apply", "Write the changes."), .model,
    ],
    examples: [
      "swiftdata delete default.store Task --where 'done == true'",
      "swiftdata delete default.store Task --where 'done == true' --apply",
    ])

  private let arguments: Arguments
  private let condition: String?
  private let isTrial: Bool

  init(_ arguments: Arguments) throws {
    self.arguments = arguments
    condition = try arguments.writtenRows("delete")
    isTrial = !arguments.has("apply")
  }

  func run(in session: ToolSession) throws -> ExitStatus {
    let place = arguments.words[0]
    let engine = try session.kinds.openForWriting(place)
    let entity = try engine.entity(entityNamed: arguments.words[1], place)
    let (keys, counts) = try engine.transaction(isTrial: isTrial) { writer in
      let keys = try engine.keys(of: entity, where: condition)
      let before = try Self.counts(engine)
      var changes = RecordChanges(author: "swiftdata")
      if !keys.isEmpty { changes.delete(keys, of: entity.name) }
      _ = try writer.save(changes)
      let after = try Self.counts(engine)
      return (keys, zip(before, after).map { ($0.0, $0.1 - $1.1) }.filter { $0.1 > 0 })
    }
    guard !keys.isEmpty else {
      session.console.note("No row of \(entity.name) fulfils the condition.")
      return .different
    }
    var table = TextTable(["Entity", isTrial ? "Would be deleted" : "Deleted"])
    table.rightAligned = [1]
    for (name, count) in counts { table.append([name, "\(count)"]) }
    for line in table.lines(session.console) { try session.console.print(line) }
    if isTrial { session.console.note("Nothing was deleted; --apply does it.") }
    return .good
  }

  private static func counts(_ engine: RecordEngine) throws -> [(String, Int)] {
    try engine.model.sortedEntities.map { ($0.name, try engine.ownCount($0.name)) }
  }
}
