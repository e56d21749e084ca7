import BenchmarkCommon
import CSQLiteBaseline
import Foundation
import OpenSwiftData

/// h1: fetches all trips and walks through the items of each, which are read at first access.
struct LazyWalkWorkload: Workload {
  let key = "h1"
  let target: Target? = .ratio(2.0)

  func title(_ workspace: Workspace) -> String {
    "walk \(workspace.tripCount) trips and their items, lazily"
  }
  func itemCount(_ workspace: Workspace) -> Int {
    workspace.tripCount * (1 + Trip.itemsPerTrip)
  }

  func runLibrary(_ workspace: Workspace) throws -> Outcome {
    try walk(workspace, FetchDescriptor<Trip>())
  }

  /// One statement for each trip.
  func runBaseline(_ workspace: Workspace) throws -> Outcome {
    let database = try RawDatabase(workspace.makeTripStore())
    return try measure {
      let trips = try database.prepare(RawStatement.selectTrip)
      let items = try database.prepare(RawStatement.selectItem + " WHERE ZTRIP = ?")
      defer {
        trips.finalize()
        items.finalize()
      }
      var sum: UInt64 = 0
      while try trips.step() {
        sum &+= trips.tripChecksum()
        items.bind(trips.integer(0), 1)
        while try items.step() { sum &+= items.itemChecksum() }
        items.reset()
      }
      return sum
    }
  }
}

/// h2: the same with prefetched items.
struct PrefetchedWalkWorkload: Workload {
  let key = "h2"
  let target: Target? = .ratio(2.5)

  func title(_ workspace: Workspace) -> String {
    "the same with prefetching"
  }
  func itemCount(_ workspace: Workspace) -> Int {
    workspace.tripCount * (1 + Trip.itemsPerTrip)
  }

  func runLibrary(_ workspace: Workspace) throws -> Outcome {
    var descriptor = FetchDescriptor<Trip>()
    descriptor.relationshipKeyPathsForPrefetching = [\.items]
    return try walk(workspace, descriptor)
  }

  /// Two statements.
  func runBaseline(_ workspace: Workspace) throws -> Outcome {
    let database = try RawDatabase(workspace.makeTripStore())
    return try measure {
      let trips = try database.prepare(RawStatement.selectTrip)
      let items = try database.prepare(RawStatement.selectItem + " ORDER BY ZTRIP, Z_PK")
      defer {
        trips.finalize()
        items.finalize()
      }
      var sum: UInt64 = 0
      while try trips.step() { sum &+= trips.tripChecksum() }
      while try items.step() { sum &+= items.itemChecksum() }
      return sum
    }
  }
}

extension Workload {
  fileprivate func walk(
    _ workspace: Workspace, _ descriptor: FetchDescriptor<Trip>
  ) throws -> Outcome {
    let context = ModelContext(try Workspace.tripContainer(workspace.makeTripStore()))
    return try measure {
      var sum: UInt64 = 0
      for trip in try context.fetch(descriptor) {
        sum &+= trip.checksum
        for item in trip.items { sum &+= item.checksum }
      }
      return sum
    }
  }
}

extension RawStatement {
  /// The same columns that the library selects for a trip.
  static let selectTrip = "SELECT Z_PK, ZNAME, ZSTART FROM ZTRIP"
  static let selectItem = "SELECT Z_PK, ZTITLE, ZISPACKED, ZWEIGHT, ZTRIP FROM ZITEM"

  @inline(__always)
  func tripChecksum() -> UInt64 {
    var sum: UInt64 = sqlite3_column_int64(handle, 0) > 0 ? 0 : 1
    sum &+= textLength(1)
    return sum &+ sqlite3_column_double(handle, 2).bitPattern
  }

  @inline(__always)
  func itemChecksum() -> UInt64 {
    var sum: UInt64 = sqlite3_column_int64(handle, 0) > 0 ? 0 : 1
    if sqlite3_column_int64(handle, 4) == 0 { sum &+= 1 }
    sum &+= textLength(1)
    sum &+= UInt64(bitPattern: sqlite3_column_int64(handle, 2))
    return sum &+ sqlite3_column_double(handle, 3).bitPattern
  }
}
