/// `help [COMMAND]`.
struct HelpCommand: Command {
  static let name = "help"
  static let synopsis = "[COMMAND]"
  static let summary = "Show this help, or help on one command."

  /// The command to explain; nil for all.
  let topic: (any Command.Type)?

  init(topic: any Command.Type) {
    self.topic = topic.name == Self.name ? nil : topic
  }

  init(_ invocation: Invocation) throws {
    guard let name = try invocation.arguments(0...1).first else {
      topic = nil
      return
    }
    topic = try Invocation([name]).command
  }

  func run(in session: Session) async throws -> ExitCode {
    try session.terminal.print(topic.map(Self.text(about:)) ?? Self.overview)
    return .success
  }

  private static var overview: String {
    """
    readitlater keeps addresses to read later: in the inbox, which holds few, among the bookmarks,
    or in the archive.

    \(table(ReadItLater.commands.map { (usage(of: $0), $0.summary) }))

    Options of every command:
    \(table(Option.common.map(description).sorted { $0.0 < $1.0 }))

    The store is readitlater/bookmarks.store in $XDG_DATA_HOME or ~/.local/share.
    Exit codes: 0 done, 1 failed, 2 not understood, 3 the inbox is full.
    """
  }

  private static func text(about command: any Command.Type) -> String {
    var parts = ["Usage: readitlater \(usage(of: command))", command.summary]
    if !command.details.isEmpty { parts.append(command.details) }
    let options = command.options.union(Option.common).map(description).sorted { $0.0 < $1.0 }
    parts.append("Options:\n" + table(options))
    return parts.joined(separator: "\n\n")
  }

  private static func usage(of command: any Command.Type) -> String {
    command.synopsis.isEmpty ? command.name : "\(command.name) \(command.synopsis)"
  }

  private static func description(of option: Option) -> (String, String) {
    ([option.spelling, option.valueName].compactMap(\.self).joined(separator: " "), option.summary)
  }

  private static func table(_ rows: [(String, String)]) -> String {
    let width = rows.map(\.0.count).max() ?? 0
    return rows.map { "  \($0.0.padded(to: width))  \($0.1)" }.joined(separator: "\n")
  }
}
