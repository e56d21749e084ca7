import Foundation
import Locks
import OpenSwiftData
import PostgresData

/// Saves into a store in a PostgreSQL database.
///
///     savepostgres save ADDRESS SCHEMA WRITER
///     savepostgres storm ADDRESS SCHEMA WRITER THREADS SECONDS
///     savepostgres actors ADDRESS SCHEMA WRITER ACTORS
///     savepostgres claim ADDRESS SCHEMA WRITER COUNT
///
/// `save` continues until it is killed, and reports each save on standard output before it is tried
/// and when it is done or refused. `storm` lets several threads save for a time, and reports at the
/// end the last saved state of each batch, and all failures. `actors` lets each actor change a
/// parcel that another process has locked. `claim` competes with other programs for crates. If
/// `HAS_TRANSACTION_POOLER` is set in the environment, the address belongs to a pooler; `REPLICAS`
/// contains addresses to read from.
@main
struct SavePostgres {
  static func main() throws {
    let arguments = Array(CommandLine.arguments.dropFirst())
    guard (4...6).contains(arguments.count) else {
      FileHandle.standardError.write(
        Data(
          "usage: savepostgres save|storm|actors|claim ADDRESS SCHEMA WRITER [COUNT SECONDS]\n".utf8
        ))
      exit(64)
    }
    var configuration = PostgresConfiguration(arguments[1], databaseSchema: arguments[2])
    configuration.hasTransactionPooler =
      ProcessInfo.processInfo.environment["HAS_TRANSACTION_POOLER"] != nil
    if let replicas = ProcessInfo.processInfo.environment["REPLICAS"] {
      configuration.replicas = PostgresReplicas(replicas.split(separator: " ").map(String.init))
    }
    // The process that holds the locks may take a long time.
    if arguments[0] == "actors" { configuration.connectionWait = .seconds(300) }
    let container = try ModelContainer(
      for: Schema(Parcels.types), migrationPlan: nil, configurations: [configuration])
    switch arguments.count {
    case 4: save(container, arguments[3])
    case 5 where arguments[0] == "claim":
      ClaimRun.run(container, count: Int(arguments[4]) ?? 1, say)
    case 5: ActorRun(container, count: Int(arguments[4]) ?? 1).run(say)
    default:
      storm(container, arguments[3], Int(arguments[4]) ?? 1, Double(arguments[5]) ?? 1)
      for (_, metrics) in container.postgresMetrics {
        say(
          """
          repeated \(metrics.deadlocks) \(metrics.serializationFailures) \(metrics.constraintConflicts) \
          \(metrics.mostWaiting)
          """)
      }
    }
  }

  @Sendable private static func say(_ text: String) {
    FileHandle.standardOutput.write(Data("\(text)\n".utf8))
  }

  private static func text(_ batch: String, _ state: ParcelWriter.Batch) -> String {
    "\(batch) \(state.exists) \(state.weight) \(state.crate)"
  }

  private static func save(_ container: ModelContainer, _ name: String) {
    var writer = ParcelWriter(container, name)
    while true {
      var tried = ""
      do {
        try writer.step { batch, state in
          tried = text(batch, state)
          say("try \(tried)")
        }
        say("done \(tried)")
      } catch {
        say("refused \(tried): \(error)")
        Thread.sleep(forTimeInterval: 0.02)
      }
    }
  }

  private static func storm(
    _ container: ModelContainer, _ name: String, _ threads: Int, _ seconds: Double
  ) {
    let end = Date(timeIntervalSinceNow: seconds)
    let output = Mutex<[String]>([])
    DispatchQueue.concurrentPerform(iterations: threads) { number in
      var writer = ParcelWriter(container, "\(name).\(number)")
      var count = 0
      while Date.now < end {
        do {
          try writer.step { _, _ in }
          count += 1
        } catch {
          output.withLock { $0.append("refused \(error)") }
        }
      }
      let batches = writer.batches.sorted { $0.key < $1.key }.map { text($0.key, $0.value) }
      output.withLock { $0 += ["saves \(count)"] + batches.map { "done \($0)" } }
    }
    output.withLock { lines in
      for line in lines { say(line) }
    }
  }
}
