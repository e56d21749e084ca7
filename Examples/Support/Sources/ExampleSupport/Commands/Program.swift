import Foundation
import SwiftData

/// A command-line program: a name, its commands, and how it runs one of them.
package struct Program: Sendable {
  package let name: String
  /// What the program is for, above the list of commands in help.
  let introduction: String
  /// What stands below that list: where the store is, exit codes.
  let notes: String
  /// The store's file in the user's data folder, as in `name/things.store`.
  let storeFile: String
  /// Every command, in the order in which help lists them.
  package let commands: [any Command.Type]
  /// How stores of earlier versions are brought up to date; nil where there are none.
  let migrationPlan: (any SchemaMigrationPlan.Type)?
  private let explain: @Sendable (any Error) -> CommandFailure?

  /// Makes a program.
  /// - Parameters:
  ///   - name: What the user types.
  ///   - introduction: What the program is for.
  ///   - storeFile: The store's file in the user's data folder, as in `name/things.store`.
  ///   - exitCodes: What the exit codes from 3 on mean, as help says it: `3 the box is full`.
  ///   - migrationPlan: How stores of earlier versions are brought up to date. With one, the
  ///     commands `report` and `migrate` are added.
  ///   - commands: Every command but `help`, which is added.
  ///   - explain: Words for the errors of the program's domain; nil for any other error.
  package init(
    name: String, introduction: String, storeFile: String, exitCodes: [String] = [],
    migrationPlan: (any SchemaMigrationPlan.Type)? = nil, commands: [any Command.Type],
    explain: @escaping @Sendable (any Error) -> CommandFailure? = { _ in nil }
  ) {
    self.name = name
    self.introduction = introduction
    self.storeFile = storeFile
    self.migrationPlan = migrationPlan
    let migrating: [any Command.Type] =
      migrationPlan == nil ? [] : [ReportCommand.self, MigrateCommand.self]
    self.commands = commands + migrating + [HelpCommand.self]
    self.explain = explain
    let codes = ["0 done", "1 failed", "2 not understood"] + exitCodes
    notes = """
      The store is \(storeFile) in $XDG_DATA_HOME or ~/.local/share.
      Exit codes: \(codes.joined(separator: ", ")).
      """
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
    do {
      let invocation = try Invocation(arguments, of: self)
      let location = StoreLocation(
        path: invocation[.store], file: storeFile, environment: environment)
      return try await perform(
        invocation,
        in: Session(
          location: location, prefersJSON: invocation[.json] != nil, terminal: terminal))
    } catch let error as UsageError {
      let hint = [name, "help", error.command?.name].compactMap(\.self).joined(separator: " ")
      terminal.fail("\(error.message)\nTry: \(hint)")
      return .usage
    } catch let error as CommandFailure {
      terminal.fail(error.message)
      return error.code
    } catch {
      terminal.fail("\(error)")
      return .failure
    }
  }

  private func perform(_ invocation: Invocation, in session: Session) async throws -> ExitCode {
    guard invocation[.help] == nil else {
      return try await HelpCommand(about: invocation.command, in: self).run(in: session)
    }
    let command = try invocation.command.init(invocation)
    do {
      return try await command.run(in: session)
    } catch let error where !(error is CommandFailure || error is UsageError) {
      throw explain(error)
        ?? CommandFailure(
          """
          The store \(session.location.url.path) could not be read or written: \(error)
          Check that there is room on the disk and that you may write there.
          """)
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
