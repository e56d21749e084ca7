import Foundation

/// Runs an example's program in several processes at once.
package struct ProgramsAtOnce {
  private let program: URL
  private let folder: URL
  private let store: String

  /// - Parameters:
  ///   - name: The name of the program.
  ///   - store: The location of the store.
  ///   - folder: The home folder of the processes; a store in a file is in it.
  /// - Throws: `NotBuilt`; errors of starting a server.
  package init(_ name: String, on store: ExampleStore, folder: URL) throws {
    guard let program = HelperProgram.url(name) else { throw NotBuilt(name: name) }
    self.program = program
    self.folder = folder
    self.store = try store.text(in: folder)
  }

  package struct NotBuilt: Error { let name: String }

  /// Runs commands, all at the same time.
  ///
  /// - Parameter commands: The arguments of each process, without `--store`.
  /// - Returns: The exit status of each, in the order of the commands.
  /// - Throws: Errors of starting a process.
  package func run(_ commands: [[String]]) async throws -> [Int32] {
    try await Self.finish(commands.map(start)).map(\.status)
  }

  /// Runs a command by itself.
  ///
  /// - Returns: The lines that it wrote.
  /// - Throws: Errors of starting the process.
  package func lines(_ command: String...) async throws -> [Substring] {
    try await Self.finish([start(command)]).flatMap(\.lines)
  }

  /// Waits for processes on a thread that may block: tasks of other tests need those of Swift.
  private static func finish(
    _ programs: [HelperProgram]
  ) async throws -> [(status: Int32, lines: [Substring])] {
    // Only the thread uses the processes until it ends.
    nonisolated(unsafe) let programs = programs
    return try await withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread {
        continuation.resume(with: Result { try programs.map { try $0.waitUntilExit() } })
      }
    }
  }

  private func start(_ command: [String]) throws -> HelperProgram {
    let environment = ["HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME"].map { "\($0)=\(folder.path)" }
    return try HelperProgram(
      URL(fileURLWithPath: "/usr/bin/env"),
      environment + [program.path] + command + ["--store", store])
  }
}

/// Calls the body with a program that runs in several processes, with its own store, which is
/// removed afterwards.
package func withProgramsAtOnce(
  _ name: String, on store: ExampleStore, isolation: isolated (any Actor)? = #isolation,
  _ body: (ProgramsAtOnce) async throws -> Void
) async throws {
  try store.begin()
  try await withTemporaryFolder { folder async throws in
    try await body(ProgramsAtOnce(name, on: store, folder: folder))
  }
}
