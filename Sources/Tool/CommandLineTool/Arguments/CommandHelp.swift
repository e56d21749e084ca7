/// The purpose, arguments and options of a command: the source of help, completions and the manual.
public struct CommandHelp: Sendable {
  /// The name of the command on the command line.
  package let name: String
  /// One line, for lists of commands.
  package let summary: String
  /// Paragraphs that describe the command; may be empty.
  package let discussion: String
  package let arguments: [CommandArgument]
  package let options: [CommandOption]
  /// Command lines that show how to use the command.
  package let examples: [String]
  /// The arguments as help shows them, if the command checks them itself.
  private var synopsis: String?

  /// Creates the help of a command that checks its arguments itself.
  ///
  /// - Parameters:
  ///   - name: The name of the command on the command line.
  ///   - summary: One line, for lists of commands.
  ///   - discussion: Paragraphs that describe the command, with indented lines kept as they are.
  ///   - synopsis: The arguments as help shows them; may be empty.
  ///   - options: The options of the command.
  public init(
    _ name: String, _ summary: String, discussion: String, synopsis: String,
    options: [CommandOption]
  ) {
    self.init(name, summary, discussion: discussion, options: options)
    self.synopsis = synopsis
  }

  /// Creates the help of a command whose arguments the parser checks.
  package init(
    _ name: String, _ summary: String, discussion: String = "", arguments: [CommandArgument] = [],
    options: [CommandOption] = [], examples: [String] = []
  ) {
    (self.name, self.summary, self.discussion) = (name, summary, discussion)
    (self.arguments, self.options, self.examples) = (arguments, options, examples)
  }

  /// Whether the parser checks the arguments.
  var declaresArguments: Bool { synopsis == nil }

  /// All options, including the one for help.
  package var allOptions: [CommandOption] {
    options.contains(.help) ? options : options + [.help]
  }

  /// The command with its arguments.
  public var usage: String {
    let words =
      synopsis.map { [$0] } ?? arguments.map(\.spelling) + (options.isEmpty ? [] : ["[options]"])
    return ([name] + words).filter { !$0.isEmpty }.joined(separator: " ")
  }
}

/// A positional argument of a command.
package struct CommandArgument: Sendable {
  package enum Kind: Sendable {
    case file
    case text
    /// The name of a command.
    case command
    /// One of a fixed set of words.
    case choice([String])
  }

  /// The name as help shows it, in capitals.
  package let name: String
  package let kind: Kind
  package let isOptional: Bool
  package let summary: String

  package init(_ name: String, _ kind: Kind, isOptional: Bool = false, _ summary: String) {
    (self.name, self.kind, self.isOptional, self.summary) = (name, kind, isOptional, summary)
  }

  var spelling: String { isOptional ? "[\(name)]" : name }
}
