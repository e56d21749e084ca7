/// The text of help, wrapped for a terminal.
public struct HelpText {
  /// The maximum width of lines.
  private static let widest = 100
  /// The maximum width of names beside descriptions.
  private static let widestName = 28
  /// The minimum width of the descriptions beside names.
  private static let leastRoom = 20

  private let terminal: Terminal
  private let width: Int
  private var sections: [[String]] = []

  /// Creates an empty text.
  public init(for terminal: Terminal) {
    self.terminal = terminal
    width = min(terminal.columns ?? Self.widest, Self.widest)
  }

  /// Creates the help of a command.
  ///
  /// - Parameters:
  ///   - command: The command.
  ///   - program: The name of the program.
  ///   - terminal: The terminal that shows the text.
  public init(of command: CommandHelp, in program: String, for terminal: Terminal) {
    self.init(for: terminal)
    append(usage: "\(program) \(command.usage)")
    append(command.summary)
    append(command.discussion)
    append("Arguments", command.arguments.map { ($0.name, $0.summary) })
    append("Options", command.allOptions.map { ($0.usage, $0.summary) })
    if !command.examples.isEmpty {
      sections.append([heading("Examples")] + command.examples.map { "  \($0)" })
    }
  }

  /// Adds paragraphs, in which lines indented by two spaces are kept as they are.
  public mutating func append(_ text: String) {
    if !text.isEmpty { sections.append(Prose(text).lines(width: width)) }
  }

  /// Adds a list of names with descriptions.
  public mutating func append(_ title: String, _ rows: [(String, String)]) {
    guard !rows.isEmpty else { return }
    let names = min(Self.widestName, rows.map(\.0.displayWidth).max() ?? 0)
    let room = max(Self.leastRoom, width - names - 4)
    let margin = String(repeating: " ", count: names + 4)
    sections.append(
      [heading(title)]
        + rows.flatMap { name, summary -> [String] in
          let texts = Prose.filled(summary, width: room)
          guard name.displayWidth <= names else { return ["  \(name)"] + texts.map { margin + $0 } }
          return ["  \(name.padded(to: names))  \(texts.first ?? "")"]
            + texts.dropFirst().map { margin + $0 }
        })
  }

  /// Adds the form of a command line.
  package mutating func append(usage: String) { sections.append(["\(heading("Usage")) \(usage)"]) }

  private func heading(_ title: String) -> String { terminal.styled("\(title):", .bold) }

  /// The text, in which empty lines separate what was added.
  public var text: String {
    sections.map { $0.joined(separator: "\n") }.joined(separator: "\n\n")
  }
}
