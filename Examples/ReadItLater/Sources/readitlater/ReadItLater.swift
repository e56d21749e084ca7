import Foundation
import ReadItLaterCore

/// The `readitlater` program.
@main
enum ReadItLater {
  static func main() async {
    let code = await run(
      arguments: Array(CommandLine.arguments.dropFirst()),
      environment: ProcessInfo.processInfo.environment,
      terminal: Terminal.standard(environment: ProcessInfo.processInfo.environment))
    exit(code.rawValue)
  }

  /// Every command, in the order in which help lists them.
  static let commands: [any Command.Type] = [
    ImportCommand.self, AddCommand.self, ListCommand.self, MoveCommand.self, SearchCommand.self,
    StatsCommand.self, HelpCommand.self,
  ]

  /// Runs one command and says on the terminal what went wrong, if something did.
  static func run(
    arguments: [String], environment: [String: String], terminal: Terminal
  ) async -> ExitCode {
    do {
      let invocation = try Invocation(arguments)
      let session = Session(
        storePath: invocation.options[.store], prefersJSON: invocation.options[.json] != nil,
        environment: environment, terminal: terminal)
      let command: any Command =
        invocation.options[.help] != nil
        ? HelpCommand(topic: invocation.command)
        : try invocation.command.init(invocation)
      return try await command.run(in: session)
    } catch let error as UsageError {
      terminal.fail("\(error.message)\nTry: \(error.hint)")
      return .usage
    } catch let error as CommandFailure {
      terminal.fail(error.message)
      return error.code
    } catch {
      terminal.fail("The store could not be read or written: \(error)")
      return .failure
    }
  }
}

/// What the program tells its caller.
enum ExitCode: Int32 {
  case success = 0
  case failure = 1
  case usage = 2
  case inboxFull = 3
}
