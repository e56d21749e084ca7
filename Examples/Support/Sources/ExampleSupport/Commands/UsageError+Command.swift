import CommandLineTool

extension UsageError {
  /// Creates an error about the arguments of a command.
  package init(_ message: String, about command: any Command.Type) {
    self.init(message, about: command.help)
  }
}
