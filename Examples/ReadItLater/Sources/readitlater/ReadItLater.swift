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
        location: StoreLocation(path: invocation.options[.store], environment: environment),
        prefersJSON: invocation.options[.json] != nil, terminal: terminal)
      return try await perform(invocation, in: session)
    } catch let error as UsageError {
      terminal.fail("\(error.message)\nTry: \(error.hint)")
      return .usage
    } catch let error as CommandFailure {
      terminal.fail(error.message)
      return error.code
    } catch {
      terminal.fail("\(error)")
      return .failure
    }
  }

  private static func perform(_ invocation: Invocation, in session: Session) async throws
    -> ExitCode
  {
    guard invocation.options[.help] == nil else {
      return try await HelpCommand(topic: invocation.command).run(in: session)
    }
    let command = try invocation.command.init(invocation)
    do {
      return try await command.run(in: session)
    } catch let error where !(error is CommandFailure) {
      throw CommandFailure(
        message: """
          The store \(session.location.url.path) could not be read or written: \(error)
          Check that there is room on the disk and that you may write there.
          """)
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
