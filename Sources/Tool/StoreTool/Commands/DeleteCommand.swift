import CommandLineTool
import DataSchema
import RecordStore

/// `delete`.
struct DeleteCommand: ToolCommand {
  static let help = CommandHelp(
    "delete", "Show which rows would be deleted, and delete them with --apply.",
    discussion: """
      Rows that match the condition are deleted as in a program with models. The delete rules of
      relationships apply: they may delete further rows, or deny the deletion. The history gets a
      transaction. Without --apply, all of this is done and rolled back, so that nothing is written. The
      exit status is 1 if no row matches the condition.
      """,
    arguments: [.store, CommandArgument("ENTITY", .text, "The name of an entity.")],
    options: [
      CommandOption(
        "where", value: "CONDITION", "Delete the rows that match this condition; see “query”."),
      CommandOption("all", "Delete all rows of the entity."),
      CommandOption("apply", "Write the changes."), .model,
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
      session.terminal.note("No matching row of \(entity.name) was found.")
      return .different
    }
    var table = TextTable(["Entity", isTrial ? "Would be deleted" : "Deleted"], rightAligned: [1])
    for (name, count) in counts { table.append([name, "\(count)"]) }
    try table.print(on: session.terminal)
    if isTrial { session.terminal.note("Nothing was deleted. Add --apply to delete these rows.") }
    return .good
  }

  private static func counts(_ engine: RecordEngine) throws -> [(String, Int)] {
    try engine.model.sortedEntities.map { ($0.name, try engine.ownCount($0.name)) }
  }
}
