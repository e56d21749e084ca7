import Foundation

/// `import`.
struct ImportCommand: ToolCommand {
  static let help = CommandHelp(
    "import", "Add the rows of an export to a store.",
    discussion: """
      A folder that “export” wrote is read: ENTITY.jsonl or ENTITY.csv for each entity. Rows get keys of
      the store's own, and are related by the keys (@key) that they had; a row with unique values of one
      that is there becomes its new content. All of it is one transaction: what does not fit is told
      with file and row, and nothing is added. With --copy the store itself is left as it is. The exit
      status is 1 where relationships lead to rows that the export lacks.

      Files and properties that the store does not have are refused with their names, unless --map says
      what they are called there, or that they are left out:
        --map Itm=Item          rows of Itm.jsonl are rows of Item
        --map Item.nope=title   what is “nope” there is the title
        --map Item.nope=        “nope” is left out; --map Itm= leaves out the file
      A folder whose manifest.json tells of other rows than there are is refused, too.
      """,
    arguments: [
      .store, ArgumentHelp("FOLDER", .file, "A folder that “export” wrote."),
    ],
    options: [
      OptionHelp("copy", value: "PATH", "Copy the store to this path, and add there."),
      OptionHelp(
        "map", value: "NAME=NAME",
        "What a file or property is called in the store; may be repeated."),
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
    if let copy { try session.kinds.copy(place, to: copy) }
    let engine = try session.kinds.openForWriting(copy ?? place)
    let bar = ProgressLine(session.console)
    defer { bar.finish() }
    var work = StoreImport(engine, from: URL(fileURLWithPath: folder), map) {
      bar.update($0, of: $1)
    }
    let outcome = try work.run()
    bar.finish()
    var table = TextTable(["Entity", "Rows"])
    table.rightAligned = [1]
    for (entity, count) in outcome.counts { table.append([entity, "\(count)"]) }
    for line in table.lines(session.console) { try session.console.print(line) }
    guard outcome.danglingCount > 0 else { return .good }
    session.console.note(
      "\(outcome.danglingCount) relationships lead to rows that the export lacks, and were left out."
    )
    return .different
  }
}
