import Foundation
import SwiftData

/// A command-line program: a name, its commands, and how it runs one of them.
package struct Program: Sendable {
  package let name: String
  /// What the program is for, above the list of commands in help.
  let introduction: String
  /// The store's file in the user's data folder, as in `name/things.store`.
  package let storeFile: String
  /// Every command, in the order in which help lists them.
  package let commands: [any Command.Type]
  /// How stores of earlier versions are brought up to date; nil where there are none.
  let migrationPlan: (any SchemaMigrationPlan.Type)?
  /// How the store in a file is kept.
  let configuration: @Sendable (URL) -> ModelConfiguration
  private let explain: @Sendable (any Error) -> CommandFailure?

  /// Makes a program.
  /// - Parameters:
  ///   - name: What the user types.
  ///   - introduction: What the program is for.
  ///   - storeFile: The store's file in the user's data folder, as in `name/things.store`.
  ///   - migrationPlan: How stores of earlier versions are brought up to date. With one, the
  ///     commands `report` and `migrate` are added, unless the program has its own.
  ///   - configuration: How the store in a file is kept.
  ///   - commands: Every command but `help`, which is added.
  ///   - explain: Words for the errors of the program's domain; nil for any other error.
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

  /// Runs the command that the process was started with, and ends the process.
  package func main() async -> Never {
    let environment = ProcessInfo.processInfo.environment
    let code = await run(
      arguments: Array(CommandLine.arguments.dropFirst()), environment: environment,
      terminal: .standard(program: name, environment: environment))
    exit(code.rawValue)
  }

  /// Runs one command and says on the terminal what went wrong, if something did.
  package func run(
    arguments: [String], environment: [String: String], terminal: Terminal
  ) async -> ExitCode {
    var terminal = terminal
    // Also where the command line is not understood.
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
    case let error as UsageError: CommandFailure(error, program: name)
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
    } catch let error where !(error is CommandFailure || error is UsageError) {
      throw explain(error)
        ?? CommandFailure(ofStore: session.location.name, error, program: name)
    }
  }

  /// Every option of every command.
  var options: [CommandOption] {
    commands.reduce(into: CommandOption.common) { $0.formUnion($1.options) }
      .sorted { $0.name < $1.name }
  }

  /// The command of a name.
  /// - Throws: `UsageError` where there is none.
  func command(_ name: String) throws -> any Command.Type {
    if let command = commands.first(where: { $0.name == name }) { return command }
    let known = commands.map { $0.name }.joined(separator: ", ")
    throw UsageError("There is no command “\(name)”; there are \(known).")
  }
}
