import BenchmarkCommon
import Foundation
import OpenSwiftData

/// e: changes one property of half of the bookmarks, which are already loaded, and saves.
struct UpdateWorkload: Workload {
  var tracksHistory = false

  var key: String { tracksHistory ? "e+" : "e" }
  var target: Target? { .ratio(tracksHistory ? 1.3 : 1.0) }

  func title(_ workspace: Workspace) -> String {
    "change one property of \(itemCount(workspace)) loaded models, save"
      + historyNote(tracksHistory)
  }
  func itemCount(_ workspace: Workspace) -> Int { workspace.rowCount / 2 }

  func runLibrary(_ workspace: Workspace) throws -> Outcome {
    try workspace.withCopy(filled: true) { store in
      let context = ModelContext(try Workspace.container(store, tracksHistory: tracksHistory))
      let models = try context.fetch(workspace.firstHalf)
      return try measure {
        for bookmark in models { bookmark.visits += 1 }
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
        let statement = try database.prepare(
          "UPDATE ZBOOKMARK SET Z_OPT = Z_OPT + 1, ZVISITS = ? WHERE Z_PK = ?")
        defer { statement.finalize() }
        for (index, key) in keys.enumerated() {
          statement.bind(workspace.rawValues[index].visits + 1, 1)
          statement.bind(key, 2)
          _ = try statement.step()
          statement.reset()
        }
        try database.execute("COMMIT")
        return UInt64(keys.count)
      }
    }
  }
}

extension Workspace {
  /// The first half of the bookmarks, in the order of the file.
  var firstHalf: FetchDescriptor<Bookmark> {
    let end = rowCount / 2
    return FetchDescriptor(predicate: #Predicate { $0.visits < end })
  }
}

extension RawDatabase {
  /// Reads the first half of the bookmarks, so that their pages are in memory as on the library's
  /// side, and returns their keys.
  func keysOfFirstHalf(_ workspace: Workspace) throws -> [Int] {
    let statement = try prepare(RawStatement.selectBookmark + " WHERE ZVISITS < ?")
    defer { statement.finalize() }
    statement.bind(workspace.rowCount / 2, 1)
    var keys: [Int] = []
    while try statement.step() { keys.append(statement.integer(0)) }
    return keys
  }
}
