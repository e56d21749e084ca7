import CommandLineTool

/// `completion`.
struct CompletionCommand: ToolCommand {
  static let help = CommandHelp(
    "completion", "Print a completion script for a shell, or the manual page.",
    arguments: [
      CommandArgument(
        "SHELL", .choice(ShellCompletion.Shell.allCases.map(\.rawValue) + ["man"]),
        "bash, zsh or fish; man for the manual page.")
    ], examples: ["source <(swiftdata completion bash)"])

  private let word: String

  init(_ arguments: Arguments) { word = arguments.words[0] }

  func run(in session: ToolSession) throws -> ExitStatus {
    let program = Tool.help(session.commands)
    let text =
      ShellCompletion.Shell(rawValue: word).map { ShellCompletion(program).script(for: $0) }
      ?? ManualPage(program).text
    try session.terminal.write(text)
    return .good
  }
}
