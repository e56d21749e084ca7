/// What a command is for and what it takes: help, completions and the manual are made of it.
package struct CommandHelp: Sendable {
  package var name: String
  /// One line, for lists of commands.
  package var summary: String
  /// Paragraphs on what it does; may be empty.
  package var discussion: String
  package var arguments: [ArgumentHelp]
  package var options: [OptionHelp]
  /// Command lines that show its use.
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

  /// The options with those that all commands take.
  package var allOptions: [OptionHelp] { options + [.help] }

  /// The command line as help shows it.
  package var synopsis: String {
    (["swiftdata", name] + arguments.map(\.spelling) + (options.isEmpty ? [] : ["[options]"]))
      .joined(separator: " ")
  }
}

/// A word that a command takes.
package struct ArgumentHelp: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    case file
    case text
    /// One of some words.
    case choice([String])
  }

  /// As it stands in help, in capitals.
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

/// What can be said with two dashes.
package struct OptionHelp: Hashable, Sendable {
  package var name: String
  /// What stands for the value in help; nil for an option without one.
  package var value: String?
  /// The only values there are; empty for any.
  package var choices: [String]
  package var summary: String

  package init(_ name: String, value: String? = nil, choices: [String] = [], _ summary: String) {
    (self.name, self.value, self.choices, self.summary) = (name, value, choices, summary)
  }

  package var spelling: String { "--\(name)" }

  /// With its value, as help shows it.
  package var usage: String {
    guard takesValue else { return spelling }
    return "\(spelling) \(choices.isEmpty ? value ?? "" : choices.joined(separator: "|"))"
  }

  package var takesValue: Bool { value != nil || !choices.isEmpty }

  package static let help = OptionHelp("help", "Show help for the command.")
}
