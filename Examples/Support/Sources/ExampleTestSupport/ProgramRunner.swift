import ExampleSupport
import Foundation
import Synchronization

/// Runs commands of a program in this process, with its own store.
package final class ProgramRunner {
  private let program: Program
  private let folder: URL
  /// The value of `--store`: a path, or the address of a store on a server.
  package let storePath: String

  package init(_ program: Program, folder: URL) {
    self.program = program
    self.folder = folder
    storePath = folder.appendingPathComponent("test.store").path
  }

  /// - Throws: Errors of starting a server.
  package init(_ program: Program, folder: URL, on store: ExampleStore) throws {
    self.program = program
    self.folder = folder
    storePath = try store.text(in: folder)
  }

  /// The output and exit code of a run.
  package struct Outcome {
    package var code: ExitCode
    package var output: String
    package var messages: String

    /// The output, decoded from JSON.
    package func decoded<Value: Decodable>(as type: Value.Type = Value.self) throws -> Value {
      let decoder = JSONDecoder()
      decoder.dateDecodingStrategy = .iso8601
      return try decoder.decode(Value.self, from: Data(output.utf8))
    }
  }

  /// The environment of the program, with its own home folder.
  package var environment: [String: String] { ["HOME": folder.path] }

  /// Runs the program with `--store` added.
  package func callAsFunction(_ arguments: String...) async -> Outcome {
    await run(arguments + ["--store", storePath])
  }

  /// Runs the program with only these arguments.
  package func run(
    _ arguments: [String], environment: [String: String]? = nil
  ) async -> Outcome {
    let output = Recorder()
    let messages = Recorder()
    let terminal = Terminal(
      program: program.name, output: { output.append($0) }, message: { messages.append($0) })
    let code = await program.run(
      arguments: arguments, environment: environment ?? self.environment, terminal: terminal)
    return Outcome(code: code, output: output.text, messages: messages.text)
  }

  /// Writes a file next to the store.
  ///
  /// - Returns: Its path.
  package func file(_ name: String, _ text: String) throws -> String {
    let url = folder.appendingPathComponent(name)
    try Data(text.utf8).write(to: url)
    return url.path
  }

  private final class Recorder: Sendable {
    private let recorded = Mutex("")

    var text: String { recorded.withLock { $0 } }

    func append(_ text: String) { recorded.withLock { $0 += text } }
  }
}

/// Calls the body with a program that has its own store, which is removed afterwards.
package func withProgram<Result>(
  _ program: Program, on store: ExampleStore = .file,
  isolation: isolated (any Actor)? = #isolation,
  _ body: (ProgramRunner) async throws -> Result
) async throws -> Result {
  try store.begin()
  return try await withTemporaryFolder {
    try await body(ProgramRunner(program, folder: $0, on: store))
  }
}
