/// `completion`.
struct CompletionCommand: ToolCommand {
  static let help = CommandHelp(
    "completion", "Print a completion script for a shell, or the manual page.",
    arguments: [
      ArgumentHelp(
        "SHELL", .choice(ShellCompletion.Shell.allCases.map(\.rawValue) + ["man"]),
        "bash, zsh or fish; man for the manual page.")
    ], examples: ["source <(swiftdata completion bash)"])

  private let word: String

  init(_ arguments: Arguments) { word = arguments.words[0] }

  func run(in session: ToolSession) throws -> ExitStatus {
    let text =
      ShellCompletion.Shell(rawValue: word)
      .map { ShellCompletion(session.commands).script(for: $0) }
      ?? ManualPage(session.commands).text
    try session.console.write(text)
    return .good
  }
}
