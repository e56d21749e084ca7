import Foundation
import SwiftData

extension Session {
  /// Opens the store, and shows the progress of a migration.
  ///
  /// - Parameters:
  ///   - backup: Whether and where an old store is backed up first.
  ///   - open: Opens the store in a file with options.
  /// - Returns: The result of `open`.
  /// - Throws: `CommandFailure`.
  package func openStore<Store>(
    backup: MigrationOptions.Backup = .none, _ open: (URL, MigrationOptions) throws -> Store
  ) throws -> Store {
    let display = MigrationDisplay(on: terminal)
    defer { display.finish() }
    var options = MigrationOptions()
    options.backup = backup
    options.onProgress = { display.show($0) }
    return try openStore { url in try open(url, options) }
  }

  /// Reports what a migration of the store would do, without changing it.
  ///
  /// - Throws: `CommandFailure` if the store does not exist or cannot be read.
  package func migrationReport(of plan: any SchemaMigrationPlan.Type) throws -> MigrationReport {
    if let server = location.server { throw CommandFailure.needsFile(server) }
    let url = location.url
    try location.checkKind()
    guard FileManager.default.fileExists(atPath: url.path) else {
      throw CommandFailure(
        "There is no store \(url.path) yet.",
        advice: "Add something to create it, or give the path of an existing store: --store PATH",
        .storeNotFound)
    }
    do {
      return try plan.report(for: url)
    } catch {
      throw CommandFailure(ofStore: url.path, error, program: terminal.program)
    }
  }
}

extension Invocation {
  /// The migration plan of the program.
  ///
  /// - Throws: `UsageError` if it has none.
  func migrationPlan() throws -> any SchemaMigrationPlan.Type {
    guard let plan = program.migrationPlan else {
      throw UsageError(
        "\(program.name) has no migrations: its store has only one version.", about: command)
    }
    return plan
  }
}
