import BenchmarkCommon
import CPostgresBaseline
import Foundation
import OpenSwiftData

/// c: fetches a page of 100 by an indexed filter, in the order of the index, and reads every
/// property.
struct PageWorkload: Workload {
  let key = "c"
  let target: Double? = 1.4

  func title(_ databases: Databases) -> String {
    "filter and sort by an index, limit \(Databases.pageSize), \(itemCount(databases)) times"
  }
  func itemCount(_ databases: Databases) -> Int { databases.queries.count }

  func runLibrary(_ address: String, _ databases: Databases) throws -> Outcome {
    let context = try context(address, databases)
    return try measure {
      var sum: UInt64 = 0
      for query in databases.queries {
        let descriptor = Self.descriptor(query)
        for bookmark in try context.fetch(descriptor) { sum &+= bookmark.checksum }
      }
      return sum
    }
  }

  /// Inlined, as it would be at a call in a program.
  @inline(__always)
  private static func descriptor(_ query: StatusQuery) -> FetchDescriptor<Bookmark> {
    let (status, start) = (query.status, query.start)
    var descriptor = FetchDescriptor<Bookmark>(
      predicate: #Predicate { $0.statusRawValue == status && $0.createdAt >= start },
      sortBy: [SortDescriptor(\.createdAt)])
    descriptor.fetchLimit = Databases.pageSize
    return descriptor
  }

  func runObjects(_ connection: Baseline, _ databases: Databases) throws -> Outcome? {
    let queries = databases.rawValues.queries(databases.queries)
    var asked: FetchDescriptor<Bookmark>?
    defer { withExtendedLifetime(asked) {} }
    return try measure {
      try ObjectReader.read(asking: { asked = Self.descriptor(databases.queries[$0]) }) { reader in
        try connection.run {
          baseline_read_pages($0, queries, queries.count, Int64(Databases.pageSize), reader)
        }
      }
    }
  }

  func runBaseline(_ connection: Baseline, _ databases: Databases) throws -> Outcome {
    let queries = databases.rawValues.queries(databases.queries)
    return try measure {
      try connection.answer {
        baseline_pages($0, queries, queries.count, Int64(Databases.pageSize), $1)
      }.checksum
    }
  }
}
