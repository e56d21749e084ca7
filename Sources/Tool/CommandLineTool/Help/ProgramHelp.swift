/// The description of a program: the source of its completions and its manual page.
package struct ProgramHelp: Sendable {
  let name: String
  let version: String
  /// The date of the version.
  let date: String
  /// The purpose of the program, in a few words without a period.
  let purpose: String
  /// A paragraph that describes the program.
  let discussion: String
  let commands: [CommandHelp]
  let exitStatuses: [(status: Int32, meaning: String)]

  package init(
    name: String, version: String, date: String, purpose: String, discussion: String,
    commands: [CommandHelp], exitStatuses: [(status: Int32, meaning: String)]
  ) {
    (self.name, self.version, self.date, self.purpose) = (name, version, date, purpose)
    (self.discussion, self.commands, self.exitStatuses) = (discussion, commands, exitStatuses)
  }

  /// The possible words for the arguments of a command.
  func choices(_ help: CommandHelp) -> [String] {
    help.arguments.flatMap { argument -> [String] in
      switch argument.kind {
      case .choice(let words): words
      case .command: commands.map(\.name)
      case .file, .text: []
      }
    }
  }
}
