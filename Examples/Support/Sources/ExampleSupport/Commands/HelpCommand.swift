import TerminalText

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
      try session.print(CommandRecord(topic)) { text(about: topic) }
    } else {
      try session.print(ProgramRecord(program)) { overview }
    }
    return .success
  }

  private var overview: String {
    """
    \(program.introduction)

    \(Self.table(program.commands.map { (Self.usage(of: $0), $0.summary) }))

    Options of all commands:
    \(Self.table(of: CommandOption.common))

    The default store is \(program.storeFile) in $XDG_DATA_HOME or ~/.local/share.

    Exit codes:
    \(Self.table(ExitCode.meanings.map { ("\($0.code.rawValue)", $0.meaning) }))
    """
  }

  private func text(about command: any Command.Type) -> String {
    var parts = ["Usage: \(program.name) \(Self.usage(of: command))", command.summary]
    if !command.details.isEmpty { parts.append(command.details) }
    parts.append("Options:\n" + Self.table(of: command.options.union(CommandOption.common)))
    return parts.joined(separator: "\n\n")
  }

  private static func usage(of command: any Command.Type) -> String {
    command.synopsis.isEmpty ? command.name : "\(command.name) \(command.synopsis)"
  }

  private static func table(of options: Set<CommandOption>) -> String {
    table(
      options.sorted { $0.name < $1.name }.map { option in
        (
          [option.spelling, option.valueName].compactMap(\.self).joined(separator: " "),
          option.summary
        )
      })
  }

  private static func table(_ rows: [(String, String)]) -> String {
    let width = rows.map(\.0.count).max() ?? 0
    return rows.map { "  \($0.0.padded(to: width))  \($0.1)" }.joined(separator: "\n")
  }
}
