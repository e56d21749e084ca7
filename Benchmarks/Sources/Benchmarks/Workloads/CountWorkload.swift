import BenchmarkCommon
import Foundation
import OpenSwiftData

/// g: counts the matches of an indexed filter: at most 1 in 100 of the bookmarks.
struct CountWorkload: Workload {
  let key = "g"
  let target: Target? = .ratio(1.2)
  private static let callCount = 2_000
  private static let part = 0.96

  func title(_ workspace: Workspace) -> String {
    "fetchCount with a predicate, \(Self.callCount) times"
  }
  func itemCount(_ workspace: Workspace) -> Int { Self.callCount }

  func runLibrary(_ workspace: Workspace) throws -> Outcome {
    let context = try workspace.readingContext()
    let queries = StatusQuery.make(Self.callCount, of: workspace.rowCount, from: Self.part)
    return try measure {
      var sum = 0
      for query in queries {
        let (status, start) = (query.status, query.start)
        sum += try context.fetchCount(
          FetchDescriptor<Bookmark>(
            predicate: #Predicate { $0.statusRawValue == status && $0.createdAt >= start }))
      }
      return UInt64(sum)
    }
  }

  func runBaseline(_ workspace: Workspace) throws -> Outcome {
    let database = try RawDatabase(workspace.filledStore)
    let queries = StatusQuery.make(Self.callCount, of: workspace.rowCount, from: Self.part)
    return try measure {
      let statement = try database.prepare(
        "SELECT COUNT(*) FROM ZBOOKMARK WHERE ZSTATUSRAWVALUE = ? AND ZCREATEDAT >= ?")
      defer { statement.finalize() }
      var sum = 0
      for query in queries {
        statement.bind(query.rawStatus, 1)
        statement.bind(query.start.timeIntervalSinceReferenceDate, 2)
        if try statement.step() { sum += statement.integer(0) }
        statement.reset()
      }
      return UInt64(sum)
    }
  }
}
