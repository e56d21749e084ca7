import CommandLineTool
import DataSchema
import Foundation
import RecordStore

/// `schema`.
struct SchemaCommand: ToolCommand {
  static let help = CommandHelp(
    "schema", "Show the entities of a store or a model as text, JSON or a diagram.",
    discussion: """
      Programs that show Markdown with diagrams draw a Mermaid diagram; any browser shows an SVG picture.
      If the file does not contain its model, the command derives it from the tables, and lists what it
      guessed. For files of OpenSwiftData, it also lists properties that are stored in forms not yet seen
      in files of Apple's frameworks.
      """,
    arguments: [
      CommandArgument(
        "FILE", .file, "The store, or an .xcdatamodeld, .xcdatamodel, .momd or .mom.")
    ],
    options: [
      CommandOption(
        "version", value: "NAME", "The version of a model; the current one by default."),
      .format(SchemaFormat.allCases.map(\.rawValue)),
      CommandOption("entity", value: "NAME", "Show only this entity."),
      CommandOption("output", value: "PATH", "Write to a file, which must not exist."),
      CommandOption("force", "Replace the file if it exists."), .model,
    ],
    examples: [
      "swiftdata schema default.store",
      "swiftdata schema Photos.sqlite --format svg --output photos.svg",
    ])

  private let place: String
  private let format: SchemaFormat
  private let entity: String?
  private let output: String?
  private let version: String?
  private let replaces: Bool

  init(_ arguments: Arguments) {
    place = arguments.words[0]
    format = arguments["format"].flatMap(SchemaFormat.init) ?? .text
    entity = arguments["entity"]
    output = arguments["output"]
    version = arguments["version"]
    replaces = arguments.has("force")
  }

  func run(in session: ToolSession) throws -> ExitStatus {
    let found = try ShownSchema(place, version: version, session.kinds)
    var model = found.model
    if let entity {
      let names = model.entities.map(\.name)
      guard let name = Spelling.match(entity, among: names) else {
        throw ToolError.usage(
          "“\(place)” has no entity “\(entity)”.\(Spelling.question(entity, among: names))",
          advice: NameList.entities(names, like: entity))
      }
      model.entities.removeAll { $0.name != name }
    }
    var terminal = session.terminal
    if output != nil { terminal.usesColor = false }
    let text = format.text(of: model, found.origin, terminal)
    guard let output else {
      try session.terminal.write(text)
      return .good
    }
    // Writing to a device or a pipe does not replace anything.
    let mayReplace = replaces || FileSystem.isSpecial(output)
    guard mayReplace || !FileSystem.hasEntry(output) else {
      throw ToolError(
        .failed, "“\(output)” already exists; nothing was written.",
        advice: "Choose another path, or replace the file with --force.")
    }
    do {
      try Data(text.utf8).write(
        to: URL(fileURLWithPath: output), options: mayReplace ? [] : .withoutOverwriting)
    } catch {
      throw ToolError(
        .failed, "“\(output)” could not be written: \(error.localizedDescription)",
        advice: "Choose a path in a folder that you may write to.")
    }
    return .good
  }
}
