import Foundation
import SwiftData

extension Session {
  /// Opens the program's container: in a file with the program's own settings, or with the same
  /// models on a server.
  ///
  /// - Parameters:
  ///   - schema: The models.
  ///   - open: Opens the store in a file with options, with which one of an earlier version is
  ///     migrated.
  /// - Returns: The open container.
  /// - Throws: `CommandFailure`.
  package func openContainer(
    for schema: @autoclosure () -> Schema,
    inFile open: (URL, MigrationOptions) throws -> ModelContainer
  ) throws -> ModelContainer {
    guard let server = location.server else { return try openStore(open) }
    let configuration = try server.makeConfiguration()
    do {
      return try ModelContainer(for: schema(), configurations: [configuration])
    } catch {
      throw failure(ofStore: error)
    }
  }
}

extension Session {
  /// Creates the failure for an open store that could not be used.
  package func failure(ofStore error: any Error) -> CommandFailure {
    CommandFailure(ofStore: location.name, error, program: terminal.program)
  }
}

extension CommandFailure {
  /// Creates the failure of a command that only works with files.
  ///
  /// - Parameter server: The store that it was given.
  /// - Returns: The failure.
  package static func needsFile(_ server: ServerStore) -> CommandFailure {
    CommandFailure(
      "The store \(server.name) cannot be used: this command works only with stores in files.",
      advice: "Give the path of a file: --store PATH", .notAvailable)
  }
}
