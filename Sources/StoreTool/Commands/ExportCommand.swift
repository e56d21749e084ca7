import DataSchema
import Foundation
import RecordStore

/// `export`.
struct ExportCommand: ToolCommand {
  static let help = CommandHelp(
    "export", "Write all rows to a folder, as JSON lines or CSV, large values as files.",
    discussion: """
      Each entity gets a file of its name, in which a row has its key (@key), its values, the keys of
      to-one relationships and those of the members of to-many relationships. Bytes are base64; where
      they are more than 1024 they stand in files/, and the row names the file. Dates are ISO 8601.
      Rows are written as they are read, so that memory does not grow with the store. The exit status
      is 1 where rows name files that are missing.
      """,
    arguments: [.store],
    options: [
      OptionHelp("output", value: "FOLDER", "Write to this folder, which is made."),
      .format(StoreExport.Format.allCases.map(\.rawValue)),
      OptionHelp("entity", value: "NAME", "Write this entity alone."),
    ], examples: ["swiftdata export default.store --format csv --output rows"])

  private let place: String
  private let output: String
  private let entity: String?
  private let format: StoreExport.Format

  init(_ arguments: Arguments) throws {
    place = arguments.words[0]
    guard let output = arguments["output"] else {
      throw ToolError.usage("export needs --output FOLDER.", advice: "Try: swiftdata help export")
    }
    self.output = output
    entity = arguments["entity"]
    format = arguments["format"].flatMap(StoreExport.Format.init) ?? .jsonl
  }

  func run(in session: ToolSession) throws -> ExitStatus {
    let store = try session.kinds.open(place)
    if let entity { _ = try store.engine.entity(entity) }
    let names = entity.map { [$0] } ?? store.model.sortedEntities.map(\.name)
    let export = StoreExport(store, to: URL(fileURLWithPath: output), as: format)
    var bar = ProgressBar(session.console)
    let outcome = try export.run(names) { bar.update($0, of: $1) }
    bar.finish()
    var table = TextTable(["Entity", "Rows"])
    table.rightAligned = [1]
    for (entity, count) in outcome.counts { table.append([entity, "\(count)"]) }
    for line in table.lines(session.console) { try session.console.print(line) }
    guard outcome.rowsWithoutFiles > 0 else { return .good }
    session.console.note(
      "\(outcome.rowsWithoutFiles) rows name files that are missing; they were written without these."
    )
    return .different
  }
}
