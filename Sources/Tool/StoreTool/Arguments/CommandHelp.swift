/// The purpose, arguments and options of a command: the source of help, completions and the manual.
package struct CommandHelp: Sendable {
  package var name: String
  /// One line, for lists of commands.
  package var summary: String
  /// Paragraphs that describe the command; may be empty.
  package var discussion: String
  package var arguments: [ArgumentHelp]
  package var options: [OptionHelp]
  /// Command lines that show how to use the command.
  package var examples: [String]

  package init(
    _ name: String, _ summary: String, discussion: String = "", arguments: [ArgumentHelp] = [],
    options: [OptionHelp] = [], examples: [String] = []
  ) {
    self.name = name
    self.summary = summary
    self.discussion = discussion
    self.arguments = arguments
    self.options = options
    self.examples = examples
  }

  /// The command's options, followed by those that every command has.
  package var allOptions: [OptionHelp] { options + [.help] }

  /// The command line as help shows it.
  package var synopsis: String {
    (["swiftdata", name] + arguments.map(\.spelling) + (options.isEmpty ? [] : ["[options]"]))
      .joined(separator: " ")
  }
}

/// A positional argument of a command.
package struct ArgumentHelp: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    case file
    case text
    /// One of a fixed set of words.
    case choice([String])
  }

  /// The name as help shows it, in capitals.
  package var name: String
  package var kind: Kind
  package var isOptional: Bool
  package var summary: String

  package init(_ name: String, _ kind: Kind, isOptional: Bool = false, _ summary: String) {
    (self.name, self.kind, self.isOptional, self.summary) = (name, kind, isOptional, summary)
  }

  var spelling: String { isOptional ? "[\(name)]" : name }

  package static let store = ArgumentHelp("FILE", .file, "The store.")
}

/// An option, written with two dashes.
package struct OptionHelp: Hashable, Sendable {
  package var name: String
  /// The placeholder for the value in help; nil for an option without a value.
  package var value: String?
  /// The allowed values; empty if any value is allowed.
  package var choices: [String]
  package var summary: String

  package init(_ name: String, value: String? = nil, choices: [String] = [], _ summary: String) {
    (self.name, self.value, self.choices, self.summary) = (name, value, choices, summary)
  }

  package var spelling: String { "--\(name)" }

  /// The option with its value, as help shows it.
  package var usage: String {
    guard takesValue else { return spelling }
    return "\(spelling) \(choices.isEmpty ? value ?? "" : choices.joined(separator: "|"))"
  }

  package var takesValue: Bool { value != nil || !choices.isEmpty }

  package static let help = OptionHelp("help", "Show help for the command.")
}
