import CommandLineTool

/// The program `swiftdata`: it parses a command line and runs a command.
package struct Tool: Sendable {
  /// All commands, in the order in which help lists them.
  package static let commands: [any ToolCommand.Type] = [
    InfoCommand.self, SchemaCommand.self, QueryCommand.self, GetCommand.self, ExportCommand.self,
    ImportCommand.self, CopyCommand.self, HistoryCommand.self, DiffCommand.self,
    MigrateCommand.self, SearchCommand.self, SetCommand.self, DeleteCommand.self,
    CheckCommand.self, RepairCommand.self, GenerateCommand.self, CompletionCommand.self,
    HelpCommand.self,
  ]

  static let name = "swiftdata"
  package static let version = "0.1.0-dev"
  /// The date of the version, for the manual.
  static let date = "2026-11-25"

  private let session: ToolSession

  package init(_ session: ToolSession) { self.session = session }

  /// Runs a command line.
  ///
  /// - Parameter line: The words after the program's name.
  /// - Returns: The exit status of the program.
  package func run(_ line: [String]) -> ExitStatus {
    do {
      let status = try perform(line)
      try session.terminal.finish()
      return status
    } catch {
      let failure = ToolError(error)
      session.terminal.say(failure.description)
      return failure.status
    }
  }

  private func perform(_ line: [String]) throws -> ExitStatus {
    guard let name = line.first, name != "--help", name != "-h" else {
      try HelpCommand(about: nil).run(in: session)
      return line.isEmpty ? .usage : .good
    }
    if name == "--version" {
      try session.terminal.print("\(Self.name) \(Self.version)")
      return .good
    }
    let command = try Self.command(name, among: session.commands)
    let arguments = try Arguments(Array(line.dropFirst()), for: command.help)
    guard !arguments.has("help") else {
      return try HelpCommand(about: command.help).run(in: session)
    }
    var session = session
    if command.help.options.contains(.model), let place = arguments["model"] {
      session.kinds = session.kinds.giving(try GivenModel(place))
    }
    return try command.init(arguments).run(in: session)
  }

  /// The description of the program with some commands.
  static func help(_ commands: [any ToolCommand.Type]) -> ProgramHelp {
    ProgramHelp(
      name: name, version: version, date: date,
      purpose: "inspect and change stores of SwiftData and Core Data",
      discussion: """
        Stores are opened without model classes: the model is read from the store, or derived from \
        its tables. Commands that read change neither the file nor its log.
        """, commands: commands.map { $0.help },
      exitStatuses: ExitStatus.allCases.map { ($0.rawValue, $0.meaning) })
  }

  /// Finds a command by its name.
  ///
  /// - Throws: `ToolError` that lists the commands.
  static func command(
    _ name: String, among commands: [any ToolCommand.Type]
  ) throws -> any ToolCommand.Type {
    let names = commands.map { $0.help.name }
    if let found = Spelling.match(name, among: names),
      let command = commands.first(where: { $0.help.name == found })
    {
      return command
    }
    throw ToolError.usage(
      "There is no command “\(name)”.\(Spelling.question(name, among: names))",
      advice: "Use one of these commands: \(names.joined(separator: ", ")).")
  }
}
