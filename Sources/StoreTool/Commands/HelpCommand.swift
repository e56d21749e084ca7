import TerminalText

/// `help`.
struct HelpCommand: ToolCommand {
  static let help = CommandHelp(
    "help", "Show what a command does, or all of them.",
    arguments: [ArgumentHelp("COMMAND", .text, isOptional: true, "The name of a command.")])

  private var name: String?
  private var known: CommandHelp?

  init(_ arguments: Arguments) { name = arguments.words.first }

  init(about help: CommandHelp?) { known = help }

  @discardableResult
  func run(in session: ToolSession) throws -> ExitStatus {
    let help = try known ?? name.map { try Tool.command($0, among: session.commands).help }
    try session.console.write(help.map { Self.text($0, session.console) } ?? overview(session))
    return .good
  }

  private func overview(_ session: ToolSession) -> String {
    let console = session.console
    var lines = [
      "Looks into stores of SwiftData, Core Data and OpenSwiftData, and works with them.", "",
      console.styled("Usage:", .bold) + " swiftdata COMMAND …", "",
      console.styled("Commands:", .bold),
    ]
    let helps = session.commands.map { $0.help }
    lines += Self.pairs(helps.map { ($0.name, $0.summary) })
    lines += ["", console.styled("Exit status:", .bold)]
    lines += Self.pairs(ExitStatus.allCases.map { ("\($0.rawValue)", $0.meaning) })
    lines += ["", "More on a command: swiftdata help COMMAND"]
    return lines.joined(separator: "\n") + "\n"
  }

  /// The help of one command.
  static func text(_ help: CommandHelp, _ console: Console) -> String {
    var lines = [help.summary, "", console.styled("Usage:", .bold) + " " + help.synopsis]
    if !help.discussion.isEmpty { lines += ["", help.discussion] }
    if !help.arguments.isEmpty {
      lines += ["", console.styled("Arguments:", .bold)]
      lines += pairs(help.arguments.map { ($0.name, $0.summary) })
    }
    lines += ["", console.styled("Options:", .bold)]
    lines += pairs(help.allOptions.map { ($0.usage, $0.summary) })
    if !help.examples.isEmpty {
      lines += ["", console.styled("Examples:", .bold)] + help.examples.map { "  \($0)" }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func pairs(_ pairs: [(String, String)]) -> [String] {
    let width = min(28, pairs.map(\.0.displayWidth).max() ?? 0)
    return pairs.flatMap { name, summary -> [String] in
      guard name.displayWidth > width else { return ["  \(name.padded(to: width))  \(summary)"] }
      return ["  \(name)", "  " + String(repeating: " ", count: width) + "  \(summary)"]
    }
  }
}
