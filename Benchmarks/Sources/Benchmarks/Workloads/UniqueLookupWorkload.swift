import BenchmarkCommon
import Foundation
import OpenSwiftData

/// d: fetches one model at a time by its unique property, in a context without loaded models.
struct UniqueLookupWorkload: Workload {
  let key = "d"
  let target: Target? = .ratio(2.0)

  func title(_ workspace: Workspace) -> String {
    "find one by predicate on its unique id, \(itemCount(workspace)) times"
  }
  func itemCount(_ workspace: Workspace) -> Int { Lookups.count }

  func runLibrary(_ workspace: Workspace) throws -> Outcome {
    let context = try workspace.readingContext()
    let order = Lookups.order(of: workspace.rowCount)
    return try measure {
      var sum: UInt64 = 0
      for index in order {
        let id = workspace.values[index].id
        let found = try context.fetch(
          FetchDescriptor<Bookmark>(predicate: #Predicate { $0.id == id }))
        if let bookmark = found.first { sum &+= bookmark.checksum }
      }
      return sum
    }
  }

  func runBaseline(_ workspace: Workspace) throws -> Outcome {
    let database = try RawDatabase(workspace.filledStore)
    let order = Lookups.order(of: workspace.rowCount)
    return try measure {
      let statement = try database.prepare(RawStatement.selectBookmark + " WHERE ZID = ?")
      defer { statement.finalize() }
      var sum: UInt64 = 0
      for index in order {
        var id = workspace.rawValues[index].id
        try withUnsafePointer(to: &id) { id in
          statement.bind(id, 1)
          while try statement.step() { sum &+= statement.bookmarkChecksum() }
          statement.reset()
        }
      }
      return sum
    }
  }
}
