import Foundation
import OpenSwiftData

/// Opens the store at its first argument with the models of the last version.
///
/// It tells on standard output when a migration begins and when the store is open, and whether it was
/// this program that has migrated it.
@main
struct CrashMigrator {
  static func main() throws {
    guard CommandLine.arguments.count == 2 else {
      FileHandle.standardError.write(Data("usage: crashmigrator STORE\n".utf8))
      exit(64)
    }
    let reporter = Reporter()
    let container = try ModelContainer(
      for: Schema(versionedSchema: StationV3.self), migrationPlan: StationPlan.self,
      configurations: ModelConfiguration(url: URL(fileURLWithPath: CommandLine.arguments[1])),
      migrationOptions: MigrationOptions { _ in reporter.begin() })
    let count = try ModelContext(container).fetchCount(FetchDescriptor<StationV3.Reading>())
    reporter.say("\(reporter.hasBegun ? "migrated" : "found") \(count)")
  }
}

/// Tells once that a migration has begun.
private final class Reporter: @unchecked Sendable {
  // `@unchecked`: the program has one thread.
  private(set) var hasBegun = false

  func begin() {
    if !hasBegun { say("began") }
    hasBegun = true
  }

  func say(_ text: String) { FileHandle.standardOutput.write(Data("\(text)\n".utf8)) }
}
