/// One thing that the program can do.
protocol Command: SendableMetatype {
  /// What the user types to choose the command.
  static var name: String { get }
  /// The arguments after the name, as help shows them.
  static var synopsis: String { get }
  /// One line for the list of commands.
  static var summary: String { get }
  /// What help on this one command adds; may be empty.
  static var details: String { get }
  /// Options other than those that every command takes.
  static var options: Set<Option> { get }

  /// Takes the command's arguments.
  /// - Throws: `UsageError` where they are too few, too many, or not understood.
  init(_ invocation: Invocation) throws

  /// Does it.
  /// - Returns: What the program tells its caller.
  /// - Throws: `CommandFailure`, or an error of the store.
  func run(in session: Session) async throws -> ExitCode
}

extension Command {
  static var details: String { "" }
  static var options: Set<Option> { [] }
}
