import BenchmarkCommon
import CSQLiteBaseline
import Foundation
import OpenSwiftData

/// f2: deletes half of the bookmarks by a predicate, without loading them, and saves.
struct BatchDeleteWorkload: Workload {
  var tracksHistory = false

  var key: String { tracksHistory ? "f2+" : "f2" }
  var target: Target? { tracksHistory ? nil : .ratio(1.1) }

  func title(_ workspace: Workspace) -> String {
    "delete(model:where:) of \(itemCount(workspace)) rows, save"
      + historyNote(tracksHistory)
  }
  func itemCount(_ workspace: Workspace) -> Int { workspace.rowCount / 2 }

  func runLibrary(_ workspace: Workspace) throws -> Outcome {
    try workspace.withCopy(filled: true) { store in
      let context = ModelContext(try Workspace.container(store, tracksHistory: tracksHistory))
      var outcome = try measure {
        try context.delete(model: Bookmark.self, where: workspace.firstHalf.predicate)
        try context.save()
        return 0
      }
      outcome.result = UInt64(try context.fetchCount(FetchDescriptor<Bookmark>()))
      return outcome
    }
  }

  func runBaseline(_ workspace: Workspace) throws -> Outcome {
    try workspace.withCopy(filled: true) { store in
      let database = try RawDatabase(store)
      return try measure {
        try database.execute("BEGIN IMMEDIATE")
        let statement = try database.prepare("DELETE FROM ZBOOKMARK WHERE ZVISITS < ?")
        defer { statement.finalize() }
        statement.bind(workspace.rowCount / 2, 1)
        _ = try statement.step()
        let deleted = Int(sqlite3_changes(database.handle))
        try database.execute("COMMIT")
        return UInt64(workspace.rowCount - deleted)
      }
    }
  }
}
