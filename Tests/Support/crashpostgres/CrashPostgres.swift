import Foundation
import OpenSwiftData
import PostgresData

/// Opens a store in a PostgreSQL database; the second and third arguments are the address and the
/// schema.
///
/// The first argument is `make` to create a store of the first version, or `migrate` to migrate to
/// the last. The program reports on standard output when a migration begins and when the store is
/// open, and whether this program migrated it.
@main
struct CrashPostgres {
  static func main() throws {
    let arguments = CommandLine.arguments
    guard arguments.count == 4 else {
      let usage = "usage: crashpostgres make|migrate ADDRESS SCHEMA\n"
      FileHandle.standardError.write(Data(usage.utf8))
      exit(64)
    }
    let configuration = PostgresConfiguration(arguments[2], databaseSchema: arguments[3])
    if arguments[1] == "make" {
      _ = try ModelContainer(
        for: Schema(versionedSchema: DepotV1.self), migrationPlan: nil,
        configurations: [configuration])
      return
    }
    let reporter = Reporter()
    let container = try ModelContainer(
      for: Schema(versionedSchema: DepotV3.self), migrationPlan: DepotPlan.self,
      configurations: [configuration],
      migrationOptions: MigrationOptions { _ in reporter.begin() })
    let count = try ModelContext(container).fetchCount(FetchDescriptor<DepotV3.Article>())
    reporter.say("\(reporter.hasBegun ? "migrated" : "found") \(count)")
  }
}

/// Reports once that a migration has begun.
private final class Reporter: @unchecked Sendable {
  // `@unchecked`: the program has one thread.
  private(set) var hasBegun = false

  func begin() {
    guard !hasBegun else { return }
    hasBegun = true
    say("began")
  }

  func say(_ text: String) { FileHandle.standardOutput.write(Data("\(text)\n".utf8)) }
}
