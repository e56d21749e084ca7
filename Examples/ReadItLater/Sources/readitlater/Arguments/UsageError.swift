/// A command line that the program does not understand.
struct UsageError: Error {
  var message: String
  /// What to type for help.
  var hint: String

  init(_ message: String, about command: (any Command.Type)? = nil) {
    self.message = message
    self.hint = ["readitlater help", command?.name].compactMap(\.self).joined(separator: " ")
  }
}
