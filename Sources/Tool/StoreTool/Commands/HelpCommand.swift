import CommandLineTool

/// `help`.
struct HelpCommand: ToolCommand {
  static let help = CommandHelp(
    "help", "Show help for a command, or list all commands.",
    arguments: [CommandArgument("COMMAND", .command, isOptional: true, "The name of a command.")])

  private var name: String?
  private var known: CommandHelp?

  init(_ arguments: Arguments) { name = arguments.words.first }

  init(about help: CommandHelp?) { known = help }

  @discardableResult
  func run(in session: ToolSession) throws -> ExitStatus {
    let help = try known ?? name.map { try Tool.command($0, among: session.commands).help }
    let text =
      help.map { HelpText(of: $0, in: Tool.name, for: session.terminal) } ?? overview(session)
    try session.terminal.print(text.text)
    return .good
  }

  private func overview(_ session: ToolSession) -> HelpText {
    var text = HelpText(for: session.terminal)
    text.append("Inspects and changes stores of SwiftData, Core Data and OpenSwiftData.")
    text.append(usage: "\(Tool.name) COMMAND …")
    text.append("Commands", session.commands.map { ($0.help.name, $0.help.summary) })
    text.append("Exit status", ExitStatus.allCases.map { ("\($0.rawValue)", $0.meaning) })
    text.append("Help for a command: \(Tool.name) help COMMAND")
    return text
  }
}
