import DataSync
import Foundation
import KintoSync
import OpenSwiftData

/// Measures syncs of a store with a Kinto server, and prints seconds as lines of JSON.
///
/// The arguments are the server's address, the name and password of an account, a name for
/// collections, a folder for stores, and a number of rows. With `kept` as the last argument, the
/// server stores all rows. Otherwise this program accepts the first upload of all rows after the
/// first 1,000 itself, because a server needs an hour for a million.
@main
struct SyncBenchmarks {
  static func main() async throws {
    let arguments = Array(CommandLine.arguments.dropFirst())
    guard arguments.count >= 6, let server = URL(string: arguments[0]),
      let count = Int(arguments[5])
    else {
      print("syncbenchmarks ADDRESS USER PASSWORD COLLECTION FOLDER COUNT [kept]")
      exit(2)
    }
    let credentials = KintoProvider.Credentials.basic(user: arguments[1], password: arguments[2])
    let run = SyncRun(
      provider: KintoProvider(server, collection: arguments[3], credentials: credentials),
      folder: URL(fileURLWithPath: arguments[4]), count: count,
      isKept: arguments.dropFirst(6).first == "kept")
    try await run.perform()
  }
}

/// The runs with one number of rows.
struct SyncRun {
  let provider: KintoProvider
  let folder: URL
  let count: Int
  let isKept: Bool

  func perform() async throws {
    let container = try openStore("first")
    try fill(container)
    let keeper = PartialKeeper(provider, keepsAll: isKept)
    try await measure("upload") {
      try await SyncEngine(container, keeper).syncNow()
    }
    // Sent records are fetched once.
    try await measure("echo") { try await SyncEngine(container, provider).syncNow() }
    // Fetches go back by the maximum duration of Kinto's transactions.
    try await Task.sleep(for: .seconds(11))
    try await SyncEngine(container, provider).syncNow()
    let engine = try SyncEngine(container, provider)
    try await measure("nothing, newly opened") { try await engine.syncNow() }
    try await measure("nothing") { try await engine.syncNow() }
    try change(container)
    try await measure("100 changes") { try await engine.syncNow() }
    if isKept {
      let other = try openStore("second")
      try await measure("download") { try await SyncEngine(other, provider).syncNow() }
    }
  }

  private func openStore(_ name: String) throws -> ModelContainer {
    let url = folder.appendingPathComponent("\(name)-\(count).store")
    return try ModelContainer(
      for: SyncedPlace.self, SyncedRegion.self, configurations: ModelConfiguration(url: url))
  }

  private func fill(_ container: ModelContainer) throws {
    for start in stride(from: 0, to: count, by: 10_000) {
      let context = ModelContext(container)
      var region: SyncedRegion?
      for number in start..<min(start + 10_000, count) {
        if number % 100 == 0 {
          let new = SyncedRegion(name: "Region \(number / 100)")
          context.insert(new)
          region = new
          continue
        }
        let place = SyncedPlace(number)
        context.insert(place)
        place.region = region
      }
      try context.save()
    }
  }

  private func change(_ container: ModelContainer) throws {
    let context = ModelContext(container)
    var descriptor = FetchDescriptor<SyncedPlace>(sortBy: [SortDescriptor(\.number)])
    descriptor.fetchLimit = 100
    for place in try context.fetch(descriptor) { place.visits += 1 }
    try context.save()
  }

  private func measure(_ name: String, _ body: () async throws -> SyncReport) async throws {
    let clock = ContinuousClock()
    let start = clock.now
    let report = try await body()
    let time = clock.now - start
    let seconds = Double(time.components.seconds) + Double(time.components.attoseconds) / 1e18
    print(
      #"{"name": "\#(name)", "count": \#(count), "seconds": \#(seconds), "sent": \#(report.sent), "fetched": \#(report.fetched)}"#
    )
    fflush(nil)
  }
}
