import Foundation

@testable import readitlater

/// Runs commands of the program in this process, on a store of its own.
final class ProgramRunner {
  private let folder: URL

  init(folder: URL) {
    self.folder = folder
  }

  /// What one run wrote and how it ended.
  struct Outcome {
    var code: ExitCode
    var output: String
    var messages: String
  }

  var storePath: String { folder.appendingPathComponent("test.store").path }

  /// Runs the program with `--store` added.
  func callAsFunction(_ arguments: String...) async -> Outcome {
    await run(arguments + ["--store", storePath])
  }

  /// Runs the program with just these arguments.
  func run(_ arguments: [String], environment: [String: String] = [:]) async -> Outcome {
    let output = Recorder()
    let messages = Recorder()
    let terminal = Terminal(output: { output.text += $0 }, message: { messages.text += $0 })
    let code = await ReadItLater.run(
      arguments: arguments, environment: environment, terminal: terminal)
    return Outcome(code: code, output: output.text, messages: messages.text)
  }

  /// Writes a file beside the store.
  /// - Returns: Its path.
  func file(_ name: String, _ text: String) throws -> String {
    let url = folder.appendingPathComponent(name)
    try Data(text.utf8).write(to: url)
    return url.path
  }

  private final class Recorder {
    var text = ""
  }
}

/// Gives the body a program with a store of its own, removed afterwards.
func withProgram<Result>(
  isolation: isolated (any Actor)? = #isolation, _ body: (ProgramRunner) async throws -> Result
) async throws -> Result {
  try await withTemporaryFolder { try await body(ProgramRunner(folder: $0)) }
}
