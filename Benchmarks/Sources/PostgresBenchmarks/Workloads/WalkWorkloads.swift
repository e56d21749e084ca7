import BenchmarkCommon
import CPostgresBaseline
import OpenSwiftData

/// h1: fetches all trips and walks through the items of each, which are read at first access.
struct LazyWalkWorkload: Workload {
  let key = "h1"
  let content = Databases.Content.trips
  let limitsStatements = true

  func title(_ databases: Databases) -> String {
    "walk \(databases.tripCount) trips and their items, lazily"
  }
  func itemCount(_ databases: Databases) -> Int {
    databases.tripCount * (1 + Trip.itemsPerTrip)
  }

  func runLibrary(_ address: String, _ databases: Databases) throws -> Outcome {
    try walk(address, databases, FetchDescriptor<Trip>())
  }

  func runBaseline(_ connection: Baseline, _ databases: Databases) throws -> Outcome {
    try measure { try connection.answer(baseline_walk_lazily).checksum }
  }
}

/// h2: the same with prefetched items.
struct PrefetchedWalkWorkload: Workload {
  let key = "h2"
  let content = Databases.Content.trips
  let limitsStatements = true

  func title(_ databases: Databases) -> String { "the same with prefetching" }
  func itemCount(_ databases: Databases) -> Int {
    databases.tripCount * (1 + Trip.itemsPerTrip)
  }

  func runLibrary(_ address: String, _ databases: Databases) throws -> Outcome {
    var descriptor = FetchDescriptor<Trip>()
    descriptor.relationshipKeyPathsForPrefetching = [\.items]
    return try walk(address, databases, descriptor)
  }

  func runBaseline(_ connection: Baseline, _ databases: Databases) throws -> Outcome {
    try measure { try connection.answer(baseline_walk_prefetched).checksum }
  }
}

extension Workload {
  fileprivate func walk(
    _ address: String, _ databases: Databases, _ descriptor: FetchDescriptor<Trip>
  ) throws -> Outcome {
    let context = try context(address, databases)
    return try measure {
      var sum: UInt64 = 0
      for trip in try context.fetch(descriptor) {
        sum &+= trip.checksum
        for item in trip.items { sum &+= item.checksum }
      }
      return sum
    }
  }
}
