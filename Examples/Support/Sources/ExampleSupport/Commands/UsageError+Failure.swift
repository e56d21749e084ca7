extension CommandFailure {
  /// What a program says of a command line that it does not understand.
  init(_ error: UsageError, program: String) {
    let hint = [program, "help", error.command?.name].compactMap(\.self).joined(separator: " ")
    self.init(error.message, advice: "Try: \(hint)", .wrongUsage)
  }
}
