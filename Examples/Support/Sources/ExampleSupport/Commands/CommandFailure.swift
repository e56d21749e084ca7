/// Ends a command; the message says what went wrong, where, and what to do about it.
package struct CommandFailure: Error {
  package var message: String
  package var code: ExitCode

  package init(_ message: String, code: ExitCode = .failure) {
    self.message = message
    self.code = code
  }
}
