import CommandLineTool

extension CommandOption {
  package static let json = CommandOption("json", "Print JSON instead of text.")
  package static let store = CommandOption("store", value: "PATH", ServerStore.optionText)
  package static let force = CommandOption("force", "Overwrite an existing file.")
  package static let version = CommandOption("version", "Show the version of the program.")

  /// The options that every command has.
  static let common: Set<CommandOption> = [.json, .store, .help, .version]
}
