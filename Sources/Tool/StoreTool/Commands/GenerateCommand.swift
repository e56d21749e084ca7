import Foundation
import ModelGeneration
import TerminalText

/// `generate`.
struct GenerateCommand: ToolCommand {
  static let help = CommandHelp(
    "generate", "Write Swift code of the models that a store or a Core Data model tells.",
    discussion: """
      One version becomes a file for each class, and one with a VersionedSchema. Of several versions,
      each becomes a file with its VersionedSchema and classes, and one more has the
      SchemaMigrationPlan. What the code does not say, or says in another way, is told besides; where
      that makes stores of the model unreadable with the code, the exit status is 1.

      Without --output the code is printed, all files one after the other.
      """,
    arguments: [
      ArgumentHelp(
        "FILE", .file, "The store, .xcdatamodeld, .xcdatamodel, .momd or .mom.")
    ],
    options: [
      OptionHelp("output", value: "FOLDER", "Write files into this folder, which is made."),
      OptionHelp("schema", value: "NAME", "What the names of schemas begin with."),
      OptionHelp("force", "Replace files of the same names."),
    ],
    examples: [
      "swiftdata generate default.store",
      "swiftdata generate Model.xcdatamodeld --output Sources/Models --schema Library",
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
      return "note: The code opens no store of the model. “swiftdata migrate STORE --to NEW” "
        + "brings one to the schema of NEW, a store that the code has made; without the triggers "
        + "of derived attributes and the order of members.\n"
    }
    return "note: The code opens stores of the model, and keeps in them what it does not say. "
      + "A new store of the code lacks that, and Core Data does not open it with the model.\n"
  }

  func run(in session: ToolSession) throws -> ExitStatus {
    do {
      let models = try ModelGenerator.models(
        from: URL(fileURLWithPath: file), schemaName: schema)
      if let output {
        try models.write(to: URL(fileURLWithPath: output), replacing: replaces)
        for generated in models.files {
          try session.console.print((output as NSString).appendingPathComponent(generated.name))
        }
      } else {
        for (number, generated) in models.files.enumerated() {
          let title = "// \(generated.name)\n\n"
          try session.console.write((number == 0 ? "" : "\n") + title + generated.text)
        }
      }
      for note in models.notes { session.console.message("note: \("\(note)".printable)\n") }
      guard !models.hasSameVersionHashes else { return .good }
      session.console.message(Self.note(models))
      return models.opensStores ? .good : .different
    } catch let error as ModelGenerationError {
      throw ToolError(error)
    }
  }
}
