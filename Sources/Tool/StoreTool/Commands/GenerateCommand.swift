import CommandLineTool
import Foundation
import ModelGeneration

/// `generate`.
struct GenerateCommand: ToolCommand {
  static let help = CommandHelp(
    "generate", "Write Swift code for the models of a store or a Core Data model.",
    discussion: """
      For a model with one version, the command writes a file for each class, and one with a
      VersionedSchema. For several versions, it writes a file for each version, with its VersionedSchema
      and classes, and one with the SchemaMigrationPlan. Notes report what the code omits or expresses
      in another way. If the code therefore cannot open stores of the model, the exit status is 1.

      An address such as postgres://app@localhost/shop is the database of another program. Its tables
      become classes, and one more file adds a PostgresMapping to the VersionedSchema, with which
      PostgresData opens the database. Comments and notes report what has no model, and why.

      Without --output, the code is printed, one file after the other.
      """,
    arguments: [
      CommandArgument(
        "FILE", .file,
        "The store, .xcdatamodeld, .xcdatamodel, .momd or .mom, or the address of a database.")
    ],
    options: [
      CommandOption("output", value: "FOLDER", "Write files into this folder, which is created."),
      CommandOption(
        "schema", value: "NAME",
        "The prefix of the names of schemas; for an address, the schema of the database."),
      CommandOption("force", "Replace files with the same names."),
    ],
    examples: [
      "swiftdata generate default.store",
      "swiftdata generate Model.xcdatamodeld --output Sources/Models --schema Library",
      "swiftdata generate postgres://app@localhost/shop --schema public --output Sources/Models",
    ])

  private let file: String
  private let output: String?
  private let schema: String?
  private let replaces: Bool

  init(_ arguments: Arguments) {
    file = arguments.words[0]
    (output, schema) = (arguments["output"], arguments["schema"])
    replaces = arguments["force"] != nil
  }

  /// Describes what happens to stores of the model if the code does not express all of it.
  private static func note(_ models: GeneratedModels) -> String {
    guard models.opensStores else {
      return "note: The code cannot open stores of the model. First migrate a store with "
        + "“swiftdata migrate STORE --to NEW”; NEW is a store that the code created. The triggers of "
        + "derived attributes and the order of members are lost.\n"
    }
    return "note: The code opens stores of the model, and preserves what it does not declare. "
      + "A store that the code creates lacks these parts, and Core Data cannot open it with the model.\n"
  }

  func run(in session: ToolSession) throws -> ExitStatus {
    do {
      let models =
        try session.kinds.generating(file)?.models(of: file, schema: schema)
        ?? ModelGenerator.models(from: URL(fileURLWithPath: file), schemaName: schema)
      if let output {
        try models.write(to: URL(fileURLWithPath: output), replacing: replaces)
        for generated in models.files {
          try session.terminal.print((output as NSString).appendingPathComponent(generated.name))
        }
      } else {
        for (number, generated) in models.files.enumerated() {
          let title = "// \(generated.name)\n\n"
          try session.terminal.write((number == 0 ? "" : "\n") + title + generated.text)
        }
      }
      for note in models.notes { session.terminal.message("note: \("\(note)".printable)\n") }
      guard !models.hasSameVersionHashes else { return .good }
      session.terminal.message(Self.note(models))
      return models.opensStores ? .good : .different
    } catch let error as ModelGenerationError {
      throw ToolError(error)
    }
  }
}
