/// One thing that the tool can do.
package protocol ToolCommand: SendableMetatype {
  /// What it is for and what it takes.
  static var help: CommandHelp { get }

  /// Takes its arguments, which fit `help`.
  ///
  /// - Throws: `ToolError` for those that are not understood all the same.
  init(_ arguments: Arguments) throws

  /// Does it.
  ///
  /// - Throws: `ToolError`, and what stores throw.
  func run(in session: ToolSession) throws -> ExitStatus
}

/// What commands work with.
package struct ToolSession: Sendable {
  package var console: Console
  package var kinds: StoreKinds
  /// The commands that there are, for help and its like.
  package var commands: [any ToolCommand.Type]

  package init(
    _ console: Console, kinds: StoreKinds = .standard,
    commands: [any ToolCommand.Type] = Tool.commands
  ) {
    (self.console, self.kinds, self.commands) = (console, kinds, commands)
  }
}
