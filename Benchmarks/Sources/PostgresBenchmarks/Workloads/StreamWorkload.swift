import BenchmarkCommon
import CPostgresBaseline
import OpenSwiftData

/// l: goes through ten times the rows of the other workloads in batches, and reads every property.
struct StreamWorkload: Workload {
  let key = "l"
  let content = Databases.Content.many

  func title(_ databases: Databases) -> String {
    "enumerate \(itemCount(databases)) in batches, touch every property"
  }
  func itemCount(_ databases: Databases) -> Int { databases.rowCount * Databases.copiesOfMany }

  func runLibrary(_ address: String, _ databases: Databases) throws -> Outcome {
    let context = try context(address, databases)
    return try measure {
      var sum: UInt64 = 0
      try context.enumerate(FetchDescriptor<Bookmark>()) { sum &+= $0.checksum }
      return sum
    }
  }

  func runBaseline(_ connection: Baseline, _ databases: Databases) throws -> Outcome {
    try measure { try connection.answer(baseline_stream).checksum }
  }
}
