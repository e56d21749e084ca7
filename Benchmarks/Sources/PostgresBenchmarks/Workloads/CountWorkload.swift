import BenchmarkCommon
import CPostgresBaseline
import Foundation
import OpenSwiftData

/// g: counts what matches an indexed filter: at most 1 in 100 of the bookmarks.
struct CountWorkload: Workload {
  let key = "g"
  let target: Double? = 1.15

  func title(_ databases: Databases) -> String {
    "fetchCount with a predicate, \(itemCount(databases)) times"
  }
  func itemCount(_ databases: Databases) -> Int { databases.counts.count }

  func runLibrary(_ address: String, _ databases: Databases) throws -> Outcome {
    let context = try context(address, databases)
    return try measure {
      var sum = 0
      for query in databases.counts {
        let (status, start) = (query.status, query.start)
        sum += try context.fetchCount(
          FetchDescriptor<Bookmark>(
            predicate: #Predicate { $0.statusRawValue == status && $0.createdAt >= start }))
      }
      return UInt64(sum)
    }
  }

  func runBaseline(_ connection: Baseline, _ databases: Databases) throws -> Outcome {
    let queries = databases.rawValues.queries(databases.counts)
    return try measure {
      try connection.answer { baseline_count($0, queries, queries.count, $1) }.checksum
    }
  }
}
