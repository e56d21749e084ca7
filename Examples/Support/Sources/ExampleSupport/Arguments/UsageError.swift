/// A command line that the program does not understand.
package struct UsageError: Error {
  package var message: String
  /// The command whose help to suggest; nil for the program's help.
  var command: (any Command.Type)?

  package init(_ message: String, about command: (any Command.Type)? = nil) {
    self.message = message
    self.command = command
  }
}
