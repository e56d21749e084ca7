import BenchmarkCommon
import CPostgresBaseline
import Foundation
import OpenSwiftData

/// e: changes one property of half of the bookmarks, which are already loaded, and saves.
struct UpdateWorkload: Workload {
  var tracksHistory = false

  var key: String { tracksHistory ? "e+" : "e" }
  var target: Double? { tracksHistory ? nil : 1.3 }
  let changes = true

  func title(_ databases: Databases) -> String {
    "change one property of \(itemCount(databases)) loaded models, save"
      + historyNote(tracksHistory)
  }
  func itemCount(_ databases: Databases) -> Int { databases.rowCount / 2 }

  func runLibrary(_ address: String, _ databases: Databases) throws -> Outcome {
    let context = try context(address, databases, tracksHistory: tracksHistory)
    let models = try context.fetch(databases.firstHalf)
    return try measure {
      for bookmark in models { bookmark.visits += 1 }
      try context.save()
      return UInt64(models.count)
    }
  }

  func runBaseline(_ connection: Baseline, _ databases: Databases) throws -> Outcome {
    let keys = try connection.keysOfFirstHalf(databases)
    let visits = keys.indices.map { Int64($0 + 1) }
    return try measure {
      try connection.run { baseline_update($0, keys, visits, keys.count) }
      return UInt64(keys.count)
    }
  }
}

extension Databases {
  /// The first half of the bookmarks, in the order of the table.
  var firstHalf: FetchDescriptor<Bookmark> {
    let end = rowCount / 2
    return FetchDescriptor(predicate: #Predicate { $0.visits < end })
  }
}

extension Baseline {
  /// The keys of the first half of the bookmarks.
  func keysOfFirstHalf(_ databases: Databases) throws -> [Int64] {
    try integers("SELECT row_id FROM bookmark WHERE visits < \(databases.rowCount / 2)")
  }
}
