import Foundation
import OpenSwiftData

/// Opens the store at its first argument with the models of the last version.
///
/// It reports on standard output when a migration begins and when the store is open, and whether
/// this program migrated it. With `pause` as its second argument, it stops after a migration has
/// begun, and waits to be killed.
@main
struct CrashMigrator {
  static func main() throws {
    let arguments = CommandLine.arguments
    guard arguments.count == 2 || arguments.count == 3 && arguments[2] == "pause" else {
      FileHandle.standardError.write(Data("usage: crashmigrator STORE [pause]\n".utf8))
      exit(64)
    }
    let reporter = Reporter(pauses: arguments.count == 3)
    let container = try ModelContainer(
      for: Schema(versionedSchema: StationV3.self), migrationPlan: StationPlan.self,
      configurations: ModelConfiguration(url: URL(fileURLWithPath: arguments[1])),
      migrationOptions: MigrationOptions { _ in reporter.begin() })
    let count = try ModelContext(container).fetchCount(FetchDescriptor<StationV3.Reading>())
    reporter.say("\(reporter.hasBegun ? "migrated" : "found") \(count)")
  }
}

/// Reports once that a migration has begun.
private final class Reporter: @unchecked Sendable {
  // `@unchecked`: the program has one thread.
  private(set) var hasBegun = false
  private let pauses: Bool

  init(pauses: Bool) { self.pauses = pauses }

  func begin() {
    guard !hasBegun else { return }
    hasBegun = true
    say("began")
    // Blocks: there is no input, and it does not end while the parent process runs.
    if pauses { _ = FileHandle.standardInput.readDataToEndOfFile() }
  }

  func say(_ text: String) { FileHandle.standardOutput.write(Data("\(text)\n".utf8)) }
}
