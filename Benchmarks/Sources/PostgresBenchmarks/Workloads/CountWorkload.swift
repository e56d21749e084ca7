import BenchmarkCommon
import CPostgresBaseline
import Foundation
import OpenSwiftData

/// g: counts the matches of an indexed filter: at most 1 in 100 of the bookmarks.
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
        sum += try context.fetchCount(Self.descriptor(query))
      }
      return UInt64(sum)
    }
  }

  /// Inlined, as it would be at a call in a program.
  @inline(__always)
  private static func descriptor(_ query: StatusQuery) -> FetchDescriptor<Bookmark> {
    let (status, start) = (query.status, query.start)
    return FetchDescriptor(
      predicate: #Predicate { $0.statusRawValue == status && $0.createdAt >= start })
  }

  func runObjects(_ connection: Baseline, _ databases: Databases) throws -> Outcome? {
    let queries = databases.rawValues.queries(databases.counts)
    var asked: FetchDescriptor<Bookmark>?
    defer { withExtendedLifetime(asked) {} }
    return try measure {
      var sum: UInt64 = 0
      _ = try ObjectReader.read(asking: { asked = Self.descriptor(databases.counts[$0]) }) {
        reader in
        try connection.run { baseline_read_counts($0, queries, queries.count, reader, &sum) }
      }
      return sum
    }
  }

  func runBaseline(_ connection: Baseline, _ databases: Databases) throws -> Outcome {
    let queries = databases.rawValues.queries(databases.counts)
    return try measure {
      try connection.answer { baseline_count($0, queries, queries.count, $1) }.checksum
    }
  }
}
