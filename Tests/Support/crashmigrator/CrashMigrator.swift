import Foundation
import OpenSwiftData

/// Opens the store at its first argument.
@main
struct CrashMigrator {
  static func main() throws {
    guard CommandLine.arguments.count == 2 else {
      FileHandle.standardError.write(Data("usage: crashmigrator STORE\n".utf8))
      exit(64)
    }
    let url = URL(fileURLWithPath: CommandLine.arguments[1])
    let container = try ModelContainer(
      for: Schema(versionedSchema: StationV1.self), configurations: ModelConfiguration(url: url))
    let count = try ModelContext(container).fetchCount(FetchDescriptor<StationV1.Measurement>())
    print(count)
  }
}
