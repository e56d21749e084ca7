import CommandLineTool
import Foundation

/// `import`.
struct ImportCommand: ToolCommand {
  static let help = CommandHelp(
    "import", "Add the rows of an export to a store.",
    discussion: """
      The command reads a folder that “export” wrote, with ENTITY.jsonl or ENTITY.csv for each entity.
      The store assigns new keys to the rows, and relationships are restored by the exported keys (@key).
      A row with the unique values of an existing row replaces that row's content. The import is one
      transaction: if something does not fit, the error names the file and the row, and nothing is
      added. With --copy, the store itself is not changed; if the import fails, the copy is deleted. The
      exit status is 1 if relationships refer to rows that the export lacks.

      Files and properties that the store does not have are refused by name. Use --map to specify their
      names in the store, or to leave them out:
        --map Itm=Item          the rows of Itm.jsonl are rows of Item
        --map Item.nope=title   “nope” in the file is the property “title”
        --map Item.nope=        “nope” is left out; --map Itm= leaves out the file
      A folder whose contents differ from its manifest.json is refused, too.
      """,
    arguments: [
      .store, CommandArgument("FOLDER", .file, "A folder that “export” wrote."),
    ],
    options: [
      CommandOption(
        "copy", value: "PATH", "Copy the store to this path, and import into the copy."),
      CommandOption(
        "map", value: "NAME=NAME",
        "The store's name for a file or property; may be repeated."),
      .model,
    ],
    examples: ["swiftdata import default.store rows --copy filled.store"])

  private let place: String
  private let folder: String
  private let copy: String?
  private let map: ImportMap

  init(_ arguments: Arguments) throws {
    place = arguments.words[0]
    folder = arguments.words[1]
    copy = arguments["copy"]
    map = try ImportMap(arguments.all("map"))
  }

  func run(in session: ToolSession) throws -> ExitStatus {
    let made = try copy.map { try session.kinds.copy(place, to: $0) }
    let outcome: StoreImport.Outcome
    do {
      outcome = try addRows(to: copy ?? place, session)
    } catch {
      // A copy without the rows would only keep the command from being repeated.
      made?.delete()
      throw error
    }
    var table = TextTable(["Entity", "Rows"], rightAligned: [1])
    for (entity, count) in outcome.counts { table.append([entity, "\(count)"]) }
    try table.print(on: session.terminal)
    guard outcome.danglingCount > 0 else { return .good }
    session.terminal.note(
      outcome.danglingCount == 1
        ? "1 relationship refers to a row that the export lacks, and was left out."
        : "\(outcome.danglingCount) relationships refer to rows that the export lacks, and were left out."
    )
    return .different
  }

  /// Adds the rows to a store, and closes it.
  private func addRows(
    to place: String, _ session: ToolSession
  ) throws -> StoreImport.Outcome {
    let engine = try session.kinds.openForWriting(place)
    let bar = ProgressBar(terminal: session.terminal, showsPercentage: false)
    defer { bar.finish() }
    var work = StoreImport(engine, from: URL(fileURLWithPath: folder), map) {
      bar.update($0, of: $1)
    }
    return try work.run()
  }
}
