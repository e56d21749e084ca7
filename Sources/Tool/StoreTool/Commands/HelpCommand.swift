import TerminalText

/// `help`.
struct HelpCommand: ToolCommand {
  static let help = CommandHelp(
    "help", "Show help for a command, or list all commands.",
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
    var lines = Prose.filled(
      "Inspects and changes stores of SwiftData, Core Data and OpenSwiftData.",
      width: Self.width(console))
    lines += [
      "", console.styled("Usage:", .bold) + " swiftdata COMMAND …", "",
      console.styled("Commands:", .bold),
    ]
    let helps = session.commands.map { $0.help }
    lines += Self.pairs(helps.map { ($0.name, $0.summary) }, console)
    lines += ["", console.styled("Exit status:", .bold)]
    lines += Self.pairs(ExitStatus.allCases.map { ("\($0.rawValue)", $0.meaning) }, console)
    lines += ["", "Help for a command: swiftdata help COMMAND"]
    return lines.joined(separator: "\n") + "\n"
  }

  /// Formats the help of one command.
  static func text(_ help: CommandHelp, _ console: Console) -> String {
    var lines = Prose.filled(help.summary, width: width(console))
    lines += ["", console.styled("Usage:", .bold) + " " + help.synopsis]
    if !help.discussion.isEmpty {
      lines += [""] + Prose(help.discussion).lines(width: width(console))
    }
    if !help.arguments.isEmpty {
      lines += ["", console.styled("Arguments:", .bold)]
      lines += pairs(help.arguments.map { ($0.name, $0.summary) }, console)
    }
    lines += ["", console.styled("Options:", .bold)]
    lines += pairs(help.allOptions.map { ($0.usage, $0.summary) }, console)
    if !help.examples.isEmpty {
      lines += ["", console.styled("Examples:", .bold)] + help.examples.map { "  \($0)" }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The maximum width of lines.
  private static let widest = 100
  /// The minimum width of the descriptions beside names.
  private static let leastRoom = 20

  private static func width(_ console: Console) -> Int { min(console.columns ?? widest, widest) }

  private static func pairs(_ pairs: [(String, String)], _ console: Console) -> [String] {
    let names = min(28, pairs.map(\.0.displayWidth).max() ?? 0)
    let room = max(leastRoom, width(console) - names - 4)
    let margin = String(repeating: " ", count: names + 4)
    return pairs.flatMap { name, summary -> [String] in
      let texts = Prose.filled(summary, width: room)
      let isShort = name.displayWidth <= names
      let first = isShort ? "  \(name.padded(to: names))  \(texts.first ?? "")" : "  \(name)"
      return [first] + (isShort ? texts.dropFirst() : texts[...]).map { margin + $0 }
    }
  }
}
