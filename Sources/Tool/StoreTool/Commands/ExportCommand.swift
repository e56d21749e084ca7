import CommandLineTool
import DataSchema
import Foundation
import RecordStore

/// `export`.
struct ExportCommand: ToolCommand {
  static let help = CommandHelp(
    "export", "Write all rows to a folder as JSON lines or CSV, and large values as files.",
    discussion: """
      Each entity gets a file with its name. A row in it contains its key (@key), its values, the keys
      of to-one relationships, and the keys of the members of to-many relationships. Bytes are base64; a
      value of more than 1024 bytes is in files/, and the row names the file. Dates are ISO 8601. Rows
      are written as they are read, so that memory use does not grow with the store. The folder gets
      its name when the export is complete. It contains a manifest.json with the numbers of rows, from
      which “import” detects that something is missing. The command refuses a folder that is not empty;
      --force replaces the whole export in it. Rows are counted for the entity itself, without entities
      that inherit from it. The exit status is 1 if rows name files that are missing. With --salvage,
      the command lists and skips the parts of a damaged store that cannot be read; the exit status is
      5 if it skipped any.
      """,
    arguments: [.store],
    options: [
      CommandOption("output", value: "FOLDER", "Write to this folder, which is created."),
      .format(StoreExport.Format.allCases.map(\.rawValue)),
      CommandOption("entity", value: "NAME", "Write only this entity."),
      CommandOption("salvage", "Write the readable parts of a damaged store, and list the others."),
      CommandOption("force", "Replace the export in the folder."), .model,
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
    let bar = ProgressBar(terminal: session.terminal, showsPercentage: false)
    defer { bar.finish() }
    let outcome = try export.run(names) { bar.update($0, of: $1) }
    bar.finish()
    var table = TextTable(["Entity", "Rows"], rightAligned: [1])
    for (entity, count) in outcome.counts { table.append([entity, "\(count)"]) }
    try table.print(on: session.terminal)
    if outcome.rowsWithoutFiles > 0 {
      session.terminal.note(
        outcome.rowsWithoutFiles == 1
          ? "1 row names a file that is missing, and was written without it."
          : "\(outcome.rowsWithoutFiles) rows name files that are missing, and were written without them."
      )
    }
    let losses = store.losses + outcome.losses
    guard losses.isEmpty else {
      session.terminal.note("These parts could not be read, and were not written:")
      for loss in losses { session.terminal.note("  " + loss.printable) }
      return .salvaged
    }
    return outcome.rowsWithoutFiles > 0 ? .different : .good
  }
}
