import BenchmarkCommon
import Foundation
import OpenSwiftData

/// c: fetches a page of 100 by an indexed filter, in the order of the index, and reads every
/// property.
struct FilteredPageWorkload: Workload {
  let key = "c"
  let target: Target? = .ratio(1.3)
  private static let callCount = 2_000
  private static let pageSize = 100

  func title(_ workspace: Workspace) -> String {
    "filter and sort by an index, limit \(Self.pageSize), \(Self.callCount) times"
  }
  func itemCount(_ workspace: Workspace) -> Int { Self.callCount }

  func runLibrary(_ workspace: Workspace) throws -> Outcome {
    let context = try workspace.readingContext()
    let queries = StatusQuery.make(Self.callCount, of: workspace.rowCount)
    return try measure {
      var sum: UInt64 = 0
      for query in queries {
        let (status, start) = (query.status, query.start)
        var descriptor = FetchDescriptor<Bookmark>(
          predicate: #Predicate { $0.statusRawValue == status && $0.createdAt >= start },
          sortBy: [SortDescriptor(\.createdAt)])
        descriptor.fetchLimit = Self.pageSize
        for bookmark in try context.fetch(descriptor) { sum &+= bookmark.checksum }
      }
      return sum
    }
  }

  func runBaseline(_ workspace: Workspace) throws -> Outcome {
    let database = try RawDatabase(workspace.filledStore)
    let queries = StatusQuery.make(Self.callCount, of: workspace.rowCount)
    return try measure {
      let statement = try database.prepare(
        RawStatement.selectBookmark
          + " WHERE ZSTATUSRAWVALUE = ? AND ZCREATEDAT >= ? ORDER BY ZCREATEDAT LIMIT ?")
      defer { statement.finalize() }
      var sum: UInt64 = 0
      for query in queries {
        statement.bind(query.rawStatus, 1)
        statement.bind(query.start.timeIntervalSinceReferenceDate, 2)
        statement.bind(Self.pageSize, 3)
        while try statement.step() { sum &+= statement.bookmarkChecksum() }
        statement.reset()
      }
      return sum
    }
  }
}

extension StatusQuery {
  private static let rawStatuses = BookmarkValues.statuses.map(RawText.init(copying:))

  var rawStatus: RawText { Self.rawStatuses[kind] }
}
