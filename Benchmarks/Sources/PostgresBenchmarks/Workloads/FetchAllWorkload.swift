import BenchmarkCommon
import CPostgresBaseline
import OpenSwiftData

/// b: fetches all bookmarks as live models, reads every property and releases them.
struct FetchAllWorkload: Workload {
  let key = "b"
  let target: Double? = 2.2

  func title(_ databases: Databases) -> String {
    "fetch all \(databases.rowCount), touch every property"
  }
  func itemCount(_ databases: Databases) -> Int { databases.rowCount }

  func runLibrary(_ address: String, _ databases: Databases) throws -> Outcome {
    let context = try context(address, databases)
    return try measure {
      var sum: UInt64 = 0
      for bookmark in try context.fetch(FetchDescriptor<Bookmark>()) { sum &+= bookmark.checksum }
      return sum
    }
  }

  func runObjects(_ connection: Baseline, _ databases: Databases) throws -> Outcome? {
    try measure {
      try ObjectReader.read { reader in try connection.run { baseline_read_all($0, reader) } }
    }
  }

  func runBaseline(_ connection: Baseline, _ databases: Databases) throws -> Outcome {
    try measure { try connection.answer(baseline_fetch_all).checksum }
  }
}
