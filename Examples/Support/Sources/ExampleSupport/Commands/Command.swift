/// One thing that a program can do.
package protocol Command: SendableMetatype {
  /// What the user types to choose the command.
  static var name: String { get }
  /// The arguments after the name, as help shows them.
  static var synopsis: String { get }
  /// One line for the list of commands.
  static var summary: String { get }
  /// What help on this one command adds; may be empty.
  static var details: String { get }
  /// Options other than those that every command takes.
  static var options: Set<CommandOption> { get }

  /// Takes the command's arguments.
  /// - Throws: `UsageError` where they are too few, too many, or not understood.
  init(_ invocation: Invocation) throws

  /// Does it.
  /// - Returns: What the program tells its caller.
  /// - Throws: `CommandFailure`, an error that the program explains, or one of the store.
  func run(in session: Session) async throws -> ExitCode
}

extension Command {
  package static var details: String { "" }
  package static var options: Set<CommandOption> { [] }
}
