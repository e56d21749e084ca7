extension CommandFailure {
  /// Creates the failure for a command line that the program does not understand.
  init(_ error: UsageError, program: String) {
    let hint = [program, "help", error.command?.name].compactMap(\.self).joined(separator: " ")
    self.init(error.message, advice: "Try: \(hint)", .wrongUsage)
  }
}
