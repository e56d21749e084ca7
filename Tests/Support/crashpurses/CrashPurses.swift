import Foundation
import OpenSwiftData
import PostgresData

/// Decides by what it reads, and writes what it decided, in transactions of several threads.
///
///     crashpurses take|sit STORE SCHEMA NAME THREADS TIMES
///
/// `STORE` is a file or a server's address, with the database schema of the store. `take` takes 1
/// from a purse, if it is not empty. `sit` takes a chair if fewer than 50 are
/// taken. Each thread does it so many times. A line on standard output acknowledges each
/// transaction with its outcome.
@main
struct CrashPurses {
  static func main() throws {
    let arguments = Array(CommandLine.arguments.dropFirst())
    guard arguments.count == 6, let threads = Int(arguments[4]), let times = Int(arguments[5])
    else {
      FileHandle.standardError.write(
        Data("usage: crashpurses take|sit STORE SCHEMA NAME THREADS TIMES\n".utf8))
      exit(64)
    }
    let container = try container(arguments[1], schema: arguments[2])
    let work = arguments[0] == "take" ? take : sit
    DispatchQueue.concurrentPerform(iterations: threads) { thread in
      for time in 0..<times {
        let name = "\(arguments[3])-\(thread)-\(time)"
        do {
          say(try work(ModelContext(container), name) ? "done \(name)" : "full \(name)")
        } catch {
          say("refused \(name): \(error)")
        }
      }
    }
  }

  static func container(_ store: String, schema: String) throws -> ModelContainer {
    let configuration: any DataStoreConfiguration =
      store.hasPrefix("postgres")
      ? PostgresConfiguration(store, databaseSchema: schema)
      : ModelConfiguration(url: URL(fileURLWithPath: store))
    return try ModelContainer(
      for: Schema(PurseState.types), migrationPlan: nil, configurations: [configuration])
  }

  private static func take(_ context: ModelContext, _ name: String) throws -> Bool {
    try context.transaction(.serializable) {
      let purse = try context.fetch(FetchDescriptor<Purse>())[0]
      guard purse.amount > 0 else { return false }
      purse.amount -= 1
      context.insert(Receipt(number: name))
      return true
    }
  }

  private static func sit(_ context: ModelContext, _ name: String) throws -> Bool {
    try context.transaction(.serializable) {
      guard try context.fetchCount(FetchDescriptor<Chair>()) < PurseState.chairLimit else {
        return false
      }
      context.insert(Chair(holder: name))
      return true
    }
  }

  @Sendable private static func say(_ text: String) {
    FileHandle.standardOutput.write(Data("\(text)\n".utf8))
  }
}
