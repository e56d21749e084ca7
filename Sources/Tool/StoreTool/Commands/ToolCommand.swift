import CommandLineTool

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

extension CommandArgument {
  static let store = CommandArgument("FILE", .file, "The store.")
}

/// The environment in which commands run.
package struct ToolSession: Sendable {
  package var terminal: Terminal
  package var kinds: StoreKinds
  /// All available commands, for help and similar commands.
  package var commands: [any ToolCommand.Type]

  package init(
    _ terminal: Terminal, kinds: StoreKinds = .standard,
    commands: [any ToolCommand.Type] = Tool.commands
  ) {
    (self.terminal, self.kinds, self.commands) = (terminal, kinds, commands)
  }
}
