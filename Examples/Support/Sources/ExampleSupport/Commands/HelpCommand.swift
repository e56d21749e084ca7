import CommandLineTool

/// `help [COMMAND]`.
struct HelpCommand: Command {
  static let name = "help"
  static let synopsis = "[COMMAND]"
  static let summary = "Show this help, or the help for one command."

  let program: Program
  /// The command to explain; nil for all.
  let topic: (any Command.Type)?

  init(about topic: any Command.Type, in program: Program) {
    self.program = program
    self.topic = topic.name == Self.name ? nil : topic
  }

  init(_ invocation: Invocation) throws {
    program = invocation.program
    topic = try invocation.arguments(0...1).first.map(invocation.program.command)
  }

  func run(in session: Session) async throws -> ExitCode {
    if let topic {
      try session.print(CommandRecord(topic)) {
        HelpText(of: topic.help, in: program.name, for: session.terminal).text
      }
    } else {
      try session.print(ProgramRecord(program)) { overview(session.terminal) }
    }
    return .success
  }

  private func overview(_ terminal: Terminal) -> String {
    var text = HelpText(for: terminal)
    text.append(program.introduction)
    text.append("Commands", program.commands.map { ($0.help.usage, $0.summary) })
    text.append(
      "Options of all commands",
      CommandOption.common.sorted { $0.name < $1.name }.map { ($0.usage, $0.summary) })
    text.append("The default store is \(program.storeFile) in $XDG_DATA_HOME or ~/.local/share.")
    text.append("Exit codes", ExitCode.meanings.map { ("\($0.code.rawValue)", $0.meaning) })
    return text.text
  }
}
