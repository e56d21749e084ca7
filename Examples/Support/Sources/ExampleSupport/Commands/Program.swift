import CommandLineTool
import Foundation
import SwiftData

/// A command-line program: a name, its commands, and how it runs one of them.
package struct Program: Sendable {
  package let name: String
  /// The purpose of the program, shown above the list of commands in help.
  let introduction: String
  /// The path of the store within the user's data folder, such as `name/things.store`.
  package let storeFile: String
  /// All commands, in the order in which help lists them.
  package let commands: [any Command.Type]
  /// The migration plan for stores of earlier versions; nil if there are none.
  let migrationPlan: (any SchemaMigrationPlan.Type)?
  /// The configuration of the store in a file.
  let configuration: @Sendable (URL) -> ModelConfiguration
  private let explain: @Sendable (any Error) -> CommandFailure?

  /// Creates a program.
  ///
  /// - Parameters:
  ///   - name: The name of the program on the command line.
  ///   - introduction: The purpose of the program.
  ///   - storeFile: The path of the store within the user's data folder, such as
  ///     `name/things.store`.
  ///   - migrationPlan: The migration plan for stores of earlier versions. With a plan, the
  ///     commands `report` and `migrate` are added, unless the program has its own.
  ///   - configuration: The configuration of the store in a file.
  ///   - commands: All commands except `help`, which is added.
  ///   - explain: Converts errors of the program's domain to failures; returns nil for any other
  ///     error.
  package init(
    name: String, introduction: String, storeFile: String,
    migrationPlan: (any SchemaMigrationPlan.Type)? = nil,
    configuration: @escaping @Sendable (URL) -> ModelConfiguration = {
      ModelConfiguration(url: $0)
    },
    commands: [any Command.Type],
    explain: @escaping @Sendable (any Error) -> CommandFailure? = { _ in nil }
  ) {
    self.name = name
    self.introduction = introduction
    self.storeFile = storeFile
    self.migrationPlan = migrationPlan
    self.configuration = configuration
    let migrating: [any Command.Type] =
      migrationPlan == nil ? [] : [ReportCommand.self, MigrateCommand.self]
    let added = migrating.filter { new in !commands.contains { $0.name == new.name } }
    self.commands = commands + added + [HelpCommand.self]
    self.explain = explain
  }

  /// Runs the command of the process's command line, and exits.
  package func main() async -> Never {
    let environment = ProcessInfo.processInfo.environment
    let code = await run(
      arguments: Array(CommandLine.arguments.dropFirst()), environment: environment,
      terminal: .standard(program: name, environment: environment))
    exit(code.rawValue)
  }

  /// Runs a command, and reports a failure on the terminal.
  package func run(
    arguments: [String], environment: [String: String], terminal: Terminal
  ) async -> ExitCode {
    var terminal = terminal
    // JSON also applies if the command line is invalid.
    if arguments.prefix(while: { $0 != "--" }).contains(CommandOption.json.spelling) {
      terminal.writesJSON = true
      terminal.showsProgress = false
    }
    do {
      let invocation = try Invocation(arguments, of: self)
      let location = StoreLocation(
        path: invocation[.store], file: storeFile, environment: environment)
      return try await perform(
        invocation,
        in: Session(
          location: location, prefersJSON: invocation[.json] != nil, terminal: terminal))
    } catch {
      let failure = failure(of: error)
      terminal.fail(failure)
      return failure.code
    }
  }

  private func failure(of error: any Error) -> CommandFailure {
    switch error {
    case let error as CommandFailure: error
    case let error as UsageError:
      CommandFailure(error.message, advice: error.advice(of: name), .wrongUsage)
    case is OutputError:
      CommandFailure(error.sentence, advice: error.suggestion, .outputFailed)
    default: CommandFailure(error.sentence, advice: error.suggestion)
    }
  }

  private func perform(_ invocation: Invocation, in session: Session) async throws -> ExitCode {
    guard invocation[.version] == nil else {
      let version = ["name": name, "version": ProgramVersion.current]
      try session.print(version) { "\(name) \(ProgramVersion.current)" }
      return .success
    }
    guard invocation[.help] == nil else {
      return try await HelpCommand(about: invocation.command, in: self).run(in: session)
    }
    let command = try invocation.command.init(invocation)
    defer { session.ending.clear() }
    do {
      let code = try await command.run(in: session)
      await session.ending.run()
      return code
    } catch let error
      where !(error is CommandFailure || error is UsageError || error is OutputError)
    {
      throw explain(error)
        ?? CommandFailure(ofStore: session.location.name, error, program: name)
    }
  }

  /// All options of all commands.
  var options: [CommandOption] {
    commands.reduce(into: CommandOption.common) { $0.formUnion($1.options) }
      .sorted { $0.name < $1.name }
  }

  /// The command with a name.
  ///
  /// - Throws: `UsageError` if it does not exist.
  func command(_ name: String) throws -> any Command.Type {
    let names = commands.map { $0.name }
    let found = Spelling.match(name, among: names)
    if let command = commands.first(where: { $0.name == found }) { return command }
    throw UsageError(
      "Unknown command “\(name)”.\(Spelling.question(name, among: names)) "
        + "The commands are \(names.joined(separator: ", ")).")
  }
}
