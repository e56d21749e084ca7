import CommandLineTool

/// A command of a program.
package protocol Command: SendableMetatype {
  /// The name of the command on the command line.
  static var name: String { get }
  /// The arguments after the name, for help.
  static var synopsis: String { get }
  /// A one-line description for the list of commands.
  static var summary: String { get }
  /// Additional text for the help of this command; may be empty.
  static var details: String { get }
  /// The options other than those of every command.
  static var options: Set<CommandOption> { get }

  /// Creates a command from its arguments.
  ///
  /// - Throws: `UsageError` if there are too few or too many, or they are invalid.
  init(_ invocation: Invocation) throws

  /// Runs the command.
  ///
  /// - Returns: The exit code of the program.
  /// - Throws: `CommandFailure`, an error that the program explains, or an error of the store.
  func run(in session: Session) async throws -> ExitCode
}

extension Command {
  package static var details: String { "" }
  package static var options: Set<CommandOption> { [] }

  /// All options in the order of their names.
  static var allOptions: [CommandOption] {
    options.union(CommandOption.common).sorted { $0.name < $1.name }
  }

  static var help: CommandHelp {
    CommandHelp(name, summary, discussion: details, synopsis: synopsis, options: allOptions)
  }
}
