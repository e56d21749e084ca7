/// What can be said with dashes on the command line.
///
/// Two options of one name are equal, and either both have a value or neither has; commands may
/// explain the name differently.
package struct CommandOption: Sendable {
  package let name: String
  /// What stands for the option's value in help; nil for an option without one.
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

  /// Options that every command takes.
  static let common: Set<CommandOption> = [.json, .store, .help, .version]

  /// How the option is written.
  package var spelling: String { "--\(name)" }
}

extension CommandOption: Hashable {
  package static func == (first: Self, second: Self) -> Bool { first.name == second.name }

  package func hash(into hasher: inout Hasher) { hasher.combine(name) }
}
