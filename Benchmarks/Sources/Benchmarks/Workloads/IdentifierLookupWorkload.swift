import BenchmarkCommon
import Foundation
import OpenSwiftData

/// d2: fetches one model at a time by its persistent identifier, in a context without loaded
/// models, and reads every property.
struct IdentifierLookupWorkload: Workload {
  let key = "d2"
  let target: Target? = .ratio(1.3)

  func title(_ workspace: Workspace) -> String {
    "find one by model(for:), \(itemCount(workspace)) times"
  }
  func itemCount(_ workspace: Workspace) -> Int { Lookups.count }

  func runLibrary(_ workspace: Workspace) throws -> Outcome {
    let context = try workspace.readingContext()
    let identifiers = try ModelContext(context.container)
      .fetchIdentifiers(FetchDescriptor<Bookmark>(sortBy: [SortDescriptor(\.visits)]))
    let chosen = Lookups.order(of: workspace.rowCount).map { identifiers[$0] }
    return measure {
      var sum: UInt64 = 0
      for identifier in chosen {
        if let bookmark = context.model(for: identifier) as? Bookmark { sum &+= bookmark.checksum }
      }
      return sum
    }
  }

  func runBaseline(_ workspace: Workspace) throws -> Outcome {
    let database = try RawDatabase(workspace.filledStore)
    let order = Lookups.order(of: workspace.rowCount)
    return try measure {
      let statement = try database.prepare(RawStatement.selectBookmark + " WHERE Z_PK = ?")
      defer { statement.finalize() }
      var sum: UInt64 = 0
      for index in order {
        statement.bind(index + 1, 1)
        while try statement.step() { sum &+= statement.bookmarkChecksum() }
        statement.reset()
      }
      return sum
    }
  }
}
