import Foundation
import OpenSwiftData

/// One of the models of the rows about relationships.
@Model final class Trip {
  var name: String
  var start: Date
  @Relationship(deleteRule: .cascade, inverse: \Item.trip) var items: [Item] = []

  init(name: String, start: Date) {
    self.name = name
    self.start = start
  }

  /// A sum over all attributes.
  var checksum: UInt64 {
    UInt64(name.utf8.count) &+ start.timeIntervalSinceReferenceDate.bitPattern
  }
}

/// The other.
@Model final class Item {
  var title: String
  var isPacked: Bool
  var weight: Double
  var trip: Trip?

  init(title: String, isPacked: Bool, weight: Double) {
    self.title = title
    self.isPacked = isPacked
    self.weight = weight
  }

  /// A sum over all attributes.
  var checksum: UInt64 {
    UInt64(title.utf8.count) &+ (isPacked ? 1 : 0) &+ weight.bitPattern
  }
}

extension Workspace {
  /// How many trips there are, each with five items.
  var tripCount: Int { rowCount / 10 }

  static let itemsPerTrip = 5

  /// Makes the store of trips and items.
  func makeTripStore() throws -> URL {
    let store = folder.appendingPathComponent("trips.store")
    if FileManager.default.fileExists(atPath: store.path) { return store }
    let context = ModelContext(try Self.tripContainer(store))
    for number in 0..<tripCount {
      let trip = Trip(
        name: "Trip number \(number)", start: BookmarkValues.firstDate + Double(number) * 3_600)
      trip.items = (0..<Self.itemsPerTrip).map { place in
        Item(
          title: "Thing \(place) of trip \(number)", isPacked: (number + place) % 3 == 0,
          weight: Double(number % 97) / 8 + Double(place))
      }
      context.insert(trip)
    }
    try context.save()
    try RawDatabase(store).execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return store
  }

  static func tripContainer(_ store: URL) throws -> ModelContainer {
    try ModelContainer(
      for: Schema([Trip.self, Item.self]), configurations: ModelConfiguration(url: store))
  }
}
