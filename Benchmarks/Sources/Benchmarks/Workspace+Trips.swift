import BenchmarkCommon
import Foundation
import OpenSwiftData

extension Workspace {
  /// The number of trips, each with five items.
  var tripCount: Int { rowCount / 10 }

  /// Creates the store of trips and items.
  func makeTripStore() throws -> URL {
    let store = folder.appendingPathComponent("trips.store")
    if FileManager.default.fileExists(atPath: store.path) { return store }
    let context = ModelContext(try Self.tripContainer(store))
    for trip in Trip.make(tripCount) { context.insert(trip) }
    try context.save()
    try RawDatabase(store).execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return store
  }

  static func tripContainer(_ store: URL) throws -> ModelContainer {
    try ModelContainer(
      for: Schema([Trip.self, Item.self]), configurations: ModelConfiguration(url: store))
  }
}
