/// A command line that a program does not understand.
public struct UsageError: Error {
  /// The problem, in complete sentences.
  public let message: String
  /// The command whose help to suggest; nil for the program's help.
  private let help: CommandHelp?

  /// Creates an error.
  ///
  /// - Parameters:
  ///   - message: The problem, in complete sentences.
  ///   - help: The command whose help to suggest; nil for the program's help.
  public init(_ message: String, about help: CommandHelp? = nil) {
    (self.message, self.help) = (message, help)
  }

  /// What the user of a program can do about it.
  public func advice(of program: String) -> String {
    let usage = help.map { $0.declaresArguments ? "Usage: \(program) \($0.usage)\n" : "" } ?? ""
    return usage + "Try: "
      + [program, "help", help?.name].compactMap(\.self).joined(separator: " ")
  }
}
