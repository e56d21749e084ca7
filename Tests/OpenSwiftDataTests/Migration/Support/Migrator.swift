import Foundation
import RandomTesting
import Testing

/// The helper program that migrates a store.
enum Migrator {
  /// The program in the folder of the test executable; nil if it is not built.
  static let program = HelperProgram.url("crashmigrator")

  /// A running instance of the program.
  struct Run {
    let process = Process()
    private let output = Pipe()
    private let input = Pipe()

    /// - Parameters:
    ///   - store: The store to migrate.
    ///   - pauses: Whether the program pauses after the migration has started, until it is killed.
    /// - Throws: Errors of starting the program.
    init(_ store: URL, pauses: Bool = false) throws {
      process.executableURL = Migrator.program
      process.arguments = [store.path] + (pauses ? ["pause"] : [])
      process.standardInput = input
      process.standardOutput = output
      try process.run()
    }

    /// Waits until the program prints something.
    func waitForOutput() { _ = output.fileHandleForReading.availableData }

    func kill() {
      Foundation.kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
    }

    /// The program's remaining output, read until it exits.
    func text() -> String {
      let data = output.fileHandleForReading.readDataToEndOfFile()
      process.waitUntilExit()
      return String(decoding: data, as: UTF8.self)
    }
  }
}
