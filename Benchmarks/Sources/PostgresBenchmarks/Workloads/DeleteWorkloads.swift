import BenchmarkCommon
import CPostgresBaseline
import OpenSwiftData

/// f: deletes half of the bookmarks, which are already loaded, and saves.
struct DeleteModelsWorkload: Workload {
  var tracksHistory = false

  var key: String { tracksHistory ? "f+" : "f" }
  var target: Double? { tracksHistory ? nil : 1.3 }
  let changes = true

  func title(_ databases: Databases) -> String {
    "delete \(itemCount(databases)) loaded models, save" + historyNote(tracksHistory)
  }
  func itemCount(_ databases: Databases) -> Int { databases.rowCount / 2 }

  func runLibrary(_ address: String, _ databases: Databases) throws -> Outcome {
    let context = try context(address, databases, tracksHistory: tracksHistory)
    let models = try context.fetch(databases.firstHalf)
    return try measure {
      for bookmark in models { context.delete(bookmark) }
      try context.save()
      return UInt64(models.count)
    }
  }

  func runBaseline(_ connection: Baseline, _ databases: Databases) throws -> Outcome {
    let keys = try connection.keysOfFirstHalf(databases)
    return try measure {
      try connection.run { baseline_delete($0, keys, keys.count) }
      return UInt64(keys.count)
    }
  }
}

/// f2: deletes half of the bookmarks by a predicate, without loading them, and saves.
struct BatchDeleteWorkload: Workload {
  var tracksHistory = false

  var key: String { tracksHistory ? "f2+" : "f2" }
  let changes = true

  func title(_ databases: Databases) -> String {
    "delete(model:where:) of \(itemCount(databases)) rows, save" + historyNote(tracksHistory)
  }
  func itemCount(_ databases: Databases) -> Int { databases.rowCount / 2 }

  func runLibrary(_ address: String, _ databases: Databases) throws -> Outcome {
    let context = try context(address, databases, tracksHistory: tracksHistory)
    var outcome = try measure {
      try context.delete(model: Bookmark.self, where: databases.firstHalf.predicate)
      try context.save()
      return 0
    }
    outcome.result = UInt64(try context.fetchCount(FetchDescriptor<Bookmark>()))
    return outcome
  }

  func runBaseline(_ connection: Baseline, _ databases: Databases) throws -> Outcome {
    try measure {
      var deleted: UInt64 = 0
      try connection.run {
        baseline_delete_where($0, Int64(databases.rowCount / 2), &deleted)
      }
      return UInt64(databases.rowCount) - deleted
    }
  }
}
