import BenchmarkCommon
import CPostgresBaseline
import OpenSwiftData

/// a: inserts all bookmarks into an empty store with one save.
///
/// i: inserts them into the store that has them, so that each replaces the row with its id.
struct InsertWorkload: Workload {
  var replaces = false
  var tracksHistory = false

  var key: String { (replaces ? "i" : "a") + (tracksHistory ? "+" : "") }
  var target: Double? { tracksHistory || replaces ? nil : 1.4 }
  var content: Databases.Content { replaces ? .filled : .empty }
  let changes = true

  func title(_ databases: Databases) -> String {
    "\(replaces ? "upsert" : "insert") \(databases.rowCount), one save" + historyNote(tracksHistory)
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
      try connection.run { baseline_insert($0, bookmarks, databases.rowCount, replaces) }
      return UInt64(databases.rowCount)
    }
  }
}

/// A suffix for the titles of workloads that write with the history enabled.
func historyNote(_ tracksHistory: Bool) -> String { tracksHistory ? ", with history" : "" }
