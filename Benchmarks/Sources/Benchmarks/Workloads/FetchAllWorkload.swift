import BenchmarkCommon
import OpenSwiftData

/// b: fetches all bookmarks as live models, reads every property and releases them.
struct FetchAllWorkload: Workload {
  let key = "b"
  let target: Target? = .ratio(2.0)

  func title(_ workspace: Workspace) -> String {
    "fetch all \(workspace.rowCount), touch every property"
  }
  func itemCount(_ workspace: Workspace) -> Int { workspace.rowCount }

  func runLibrary(_ workspace: Workspace) throws -> Outcome {
    let context = try workspace.readingContext()
    return try measure {
      var sum: UInt64 = 0
      for bookmark in try context.fetch(FetchDescriptor<Bookmark>()) { sum &+= bookmark.checksum }
      return sum
    }
  }

  func runBaseline(_ workspace: Workspace) throws -> Outcome {
    let database = try RawDatabase(workspace.filledStore)
    return try measure {
      let statement = try database.prepare(RawStatement.selectBookmark)
      defer { statement.finalize() }
      var sum: UInt64 = 0
      while try statement.step() { sum &+= statement.bookmarkChecksum() }
      return sum
    }
  }
}
