/// An option of the command line, written with two dashes.
///
/// Options with the same name are equal, and either all or none of them have a value; commands may
/// describe the name differently.
public struct CommandOption: Sendable {
  /// The name without dashes.
  public let name: String
  /// The placeholder for the value in help; nil for an option without a value.
  public let valueName: String?
  /// The allowed values; empty if any value is allowed.
  public let choices: [String]
  /// A description for help.
  public let summary: String

  /// Creates an option, which has a value if a placeholder or the allowed values are given.
  public init(
    _ name: String, value: String? = nil, choices: [String] = [], _ summary: String
  ) {
    (self.name, self.choices, self.summary) = (name, choices, summary)
    valueName = choices.isEmpty ? value : choices.joined(separator: "|")
  }

  /// The option as written on the command line.
  public var spelling: String { "--\(name)" }

  /// The option with its value, as help shows it.
  public var usage: String { valueName.map { "\(spelling) \($0)" } ?? spelling }

  /// The option that every command has.
  public static let help = CommandOption("help", "Show help for the command.")
}

extension CommandOption: Hashable {
  /// Whether two options have the same name.
  public static func == (first: Self, second: Self) -> Bool { first.name == second.name }

  /// Hashes the name.
  public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}
