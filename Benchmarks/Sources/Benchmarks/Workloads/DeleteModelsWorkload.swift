import BenchmarkCommon
import Foundation
import OpenSwiftData

/// f: deletes half of the bookmarks, which are already loaded, and saves.
struct DeleteModelsWorkload: Workload {
  var tracksHistory = false

  var key: String { tracksHistory ? "f+" : "f" }
  var target: Target? { .ratio(tracksHistory ? 1.5 : 1.2) }

  func title(_ workspace: Workspace) -> String {
    "delete \(itemCount(workspace)) loaded models, save"
      + historyNote(tracksHistory)
  }
  func itemCount(_ workspace: Workspace) -> Int { workspace.rowCount / 2 }

  func runLibrary(_ workspace: Workspace) throws -> Outcome {
    try workspace.withCopy(filled: true) { store in
      let context = ModelContext(try Workspace.container(store, tracksHistory: tracksHistory))
      let models = try context.fetch(workspace.firstHalf)
      return try measure {
        for bookmark in models { context.delete(bookmark) }
        try context.save()
        return UInt64(models.count)
      }
    }
  }

  func runBaseline(_ workspace: Workspace) throws -> Outcome {
    try workspace.withCopy(filled: true) { store in
      let database = try RawDatabase(store)
      let keys = try database.keysOfFirstHalf(workspace)
      return try measure {
        try database.execute("BEGIN IMMEDIATE")
        let statement = try database.prepare("DELETE FROM ZBOOKMARK WHERE Z_PK = ?")
        defer { statement.finalize() }
        for key in keys {
          statement.bind(key, 1)
          _ = try statement.step()
          statement.reset()
        }
        try database.execute("COMMIT")
        return UInt64(keys.count)
      }
    }
  }
}
