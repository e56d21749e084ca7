import Foundation
import OpenSwiftData

/// d: finds one model at a time by its unique property, in a context that has none of them yet.
struct UniqueLookupWorkload: Workload {
  let key = "d"
  let target: Target? = .ratio(2.0)

  func title(_ workspace: Workspace) -> String {
    "find one by predicate on its unique id, \(itemCount(workspace)) times"
  }
  func itemCount(_ workspace: Workspace) -> Int { Workspace.lookupCount }

  func runLibrary(_ workspace: Workspace) throws -> Outcome {
    let context = try workspace.readingContext()
    let order = workspace.lookupOrder
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
    let order = workspace.lookupOrder
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

extension Workspace {
  static let lookupCount = 50_000

  /// Bookmarks in no order, but the same ones at each call; where there are fewer than look-ups,
  /// all of them several times.
  var lookupOrder: [Int] {
    var random = SplitMix64(state: 11)
    let order = (0..<rowCount).shuffled(using: &random)
    return (0..<Self.lookupCount).map { order[$0 % rowCount] }
  }
}
