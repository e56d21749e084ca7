import BenchmarkCommon
import CPostgresBaseline
import OpenSwiftData

/// a: inserts all bookmarks into an empty store with one save.
struct InsertWorkload: Workload {
  var tracksHistory = false

  var key: String { tracksHistory ? "a+" : "a" }
  var target: Double? { tracksHistory ? nil : 1.4 }
  let content = Databases.Content.empty
  let changes = true

  func title(_ databases: Databases) -> String {
    "insert \(databases.rowCount), one save" + historyNote(tracksHistory)
  }
  func itemCount(_ databases: Databases) -> Int { databases.rowCount }

  func runLibrary(_ address: String, _ databases: Databases) throws -> Outcome {
    let container = try databases.container(address, content, tracksHistory: tracksHistory)
    return try measure {
      let context = ModelContext(container)
      for values in databases.values { context.insert(Bookmark(values)) }
      try context.save()
      return UInt64(databases.rowCount)
    }
  }

  func runBaseline(_ connection: Baseline, _ databases: Databases) throws -> Outcome {
    let bookmarks = databases.rawValues.bookmarks
    return try measure {
      try connection.run { baseline_insert($0, bookmarks, databases.rowCount) }
      return UInt64(databases.rowCount)
    }
  }
}

/// A suffix for the titles of workloads that write with the history enabled.
func historyNote(_ tracksHistory: Bool) -> String { tracksHistory ? ", with history" : "" }
