/// A command of the tool.
package protocol ToolCommand: SendableMetatype {
  /// The purpose, arguments and options of the command.
  static var help: CommandHelp { get }

  /// Creates a command from arguments that were checked against `help`.
  ///
  /// - Throws: `ToolError` for arguments that are invalid for another reason.
  init(_ arguments: Arguments) throws

  /// Runs the command.
  ///
  /// - Throws: `ToolError`, and errors of stores.
  func run(in session: ToolSession) throws -> ExitStatus
}

/// The environment in which commands run.
package struct ToolSession: Sendable {
  package var console: Console
  package var kinds: StoreKinds
  /// All available commands, for help and similar commands.
  package var commands: [any ToolCommand.Type]

  package init(
    _ console: Console, kinds: StoreKinds = .standard,
    commands: [any ToolCommand.Type] = Tool.commands
  ) {
    (self.console, self.kinds, self.commands) = (console, kinds, commands)
  }
}
