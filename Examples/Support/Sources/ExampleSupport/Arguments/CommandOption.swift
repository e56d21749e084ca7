/// An option of the command line, written with dashes.
///
/// Options with the same name are equal, and either all or none of them have a value; commands may
/// describe the name differently.
package struct CommandOption: Sendable {
  package let name: String
  /// The placeholder for the option's value in help; nil for an option without a value.
  package let valueName: String?
  package let summary: String

  package init(_ name: String, value: String? = nil, _ summary: String) {
    self.name = name
    self.valueName = value
    self.summary = summary
  }

  package static let json = CommandOption("json", "Print JSON instead of text.")
  package static let store = CommandOption(
    "store", value: "PATH", ServerStore.optionText)
  package static let help = CommandOption("help", "Show help.")
  package static let version = CommandOption("version", "Show the version of the program.")

  /// The options that every command has.
  static let common: Set<CommandOption> = [.json, .store, .help, .version]

  /// The option as written on the command line.
  package var spelling: String { "--\(name)" }
}

extension CommandOption: Hashable {
  package static func == (first: Self, second: Self) -> Bool { first.name == second.name }

  package func hash(into hasher: inout Hasher) { hasher.combine(name) }
}
