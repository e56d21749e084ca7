import ExampleTestSupport
import Foundation

@testable import spots

/// Runs the program in this process, with its own store and settings.
struct SpotsRunner {
  let runner: ProgramRunner
  let folder: URL

  func callAsFunction(_ arguments: String...) async -> ProgramRunner.Outcome {
    await run(arguments)
  }

  /// The spots that `list` shows.
  func spots(_ options: String...) async throws -> [SpotRecord] {
    try await run(["list", "--json"] + options).decoded()
  }

  /// Writes a picture next to the store.
  func photo(_ name: String, bytes: Int) throws -> URL {
    let url = folder.appendingPathComponent(name)
    try pngData(count: bytes).write(to: url)
    return url
  }

  /// Runs the program with environment variables in addition to those of its home.
  func run(
    _ arguments: [String], variables: [String: String] = [:]
  ) async -> ProgramRunner.Outcome {
    let home = ["XDG_CONFIG_HOME": folder.appendingPathComponent("config").path]
    return await runner.run(
      arguments + ["--store", runner.storePath],
      environment: home.merging(variables) { $1 })
  }
}

/// Calls the body with a program in its own folder, which is removed afterwards.
func withSpots<Result>(
  _ store: ExampleStore = .file,
  isolation: isolated (any Actor)? = #isolation, _ body: (SpotsRunner) async throws -> Result
) async throws -> Result {
  try store.begin()
  return try await withTemporaryFolder { folder in
    try await body(
      SpotsRunner(
        runner: ProgramRunner(Spots.program, folder: folder, on: store), folder: folder))
  }
}
