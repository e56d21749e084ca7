import DataSchema
import Foundation
import RecordStore
import TerminalText

/// `export`.
struct ExportCommand: ToolCommand {
  static let help = CommandHelp(
    "export", "Write all rows to a folder, as JSON lines or CSV, large values as files.",
    discussion: """
      Each entity gets a file of its name, in which a row has its key (@key), its values, the keys of
      to-one relationships and those of the members of to-many relationships. Bytes are base64; where
      they are more than 1024 they stand in files/, and the row names the file. Dates are ISO 8601.
      Rows are written as they are read, so that memory does not grow with the store. The folder gets its
      name when all of it is written, and holds a manifest.json with the numbers of rows, by which
      “import” sees whether something is missing. A folder that is not empty is refused; --force replaces
      an export in it as a whole. Numbers of rows are those of the entity itself, without entities that
      inherit from it. The exit status is 1 where rows name files that are missing. With --salvage what
      cannot be read of a damaged store is listed and left out, and the exit status is 5 where there was
      any.
      """,
    arguments: [.store],
    options: [
      OptionHelp("output", value: "FOLDER", "Write to this folder, which is made."),
      .format(StoreExport.Format.allCases.map(\.rawValue)),
      OptionHelp("entity", value: "NAME", "Write this entity alone."),
      OptionHelp("salvage", "Write what can be read of a damaged store, and list what cannot."),
      OptionHelp("force", "Replace the export that the folder holds."), .model,
    ], examples: ["swiftdata export default.store --format csv --output rows"])

  private let place: String
  private let output: String
  private let entity: String?
  private let salvages: Bool
  private let format: StoreExport.Format
  private let replaces: Bool

  init(_ arguments: Arguments) throws {
    place = arguments.words[0]
    guard let output = arguments["output"] else {
      throw ToolError.usage("export needs --output FOLDER.", advice: "Try: swiftdata help export")
    }
    self.output = output
    entity = arguments["entity"]
    salvages = arguments.has("salvage")
    format = arguments["format"].flatMap(StoreExport.Format.init) ?? .jsonl
    replaces = arguments.has("force")
  }

  func run(in session: ToolSession) throws -> ExitStatus {
    let store = try salvages ? session.kinds.openForSalvage(place) : session.kinds.open(place)
    let names =
      try entity.map { [try store.entity($0).name] } ?? store.model.sortedEntities.map(\.name)
    let export = StoreExport(
      store, to: URL(fileURLWithPath: output), as: format, replaces: replaces, salvages: salvages)
    var bar = ProgressBar(session.console)
    defer { bar.finish() }
    let outcome = try export.run(names) { bar.update($0, of: $1) }
    bar.finish()
    var table = TextTable(["Entity", "Rows"])
    table.rightAligned = [1]
    for (entity, count) in outcome.counts { table.append([entity, "\(count)"]) }
    for line in table.lines(session.console) { try session.console.print(line) }
    if outcome.rowsWithoutFiles > 0 {
      session.console.note(
        "\(outcome.rowsWithoutFiles) rows name files that are missing; they were written without these."
      )
    }
    let losses = store.losses + outcome.losses
    guard losses.isEmpty else {
      session.console.note("These could not be read and are not among what was written:")
      for loss in losses { session.console.note("  " + loss.printable) }
      return .salvaged
    }
    return outcome.rowsWithoutFiles > 0 ? .different : .good
  }
}
