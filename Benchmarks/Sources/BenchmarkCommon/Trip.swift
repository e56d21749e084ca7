import Foundation
import OpenSwiftData

/// The owner in the rows about relationships.
@Model package final class Trip {
  package var name: String
  package var start: Date
  @Relationship(deleteRule: .cascade, inverse: \Item.trip) package var items: [Item] = []

  package init(name: String, start: Date) {
    self.name = name
    self.start = start
  }

  /// A sum over all attributes.
  package var checksum: UInt64 {
    UInt64(name.utf8.count) &+ start.timeIntervalSinceReferenceDate.bitPattern
  }
}

/// The member in the rows about relationships.
@Model package final class Item {
  package var title: String
  package var isPacked: Bool
  package var weight: Double
  package var trip: Trip?

  package init(title: String, isPacked: Bool, weight: Double) {
    self.title = title
    self.isPacked = isPacked
    self.weight = weight
  }

  /// A sum over all attributes.
  package var checksum: UInt64 {
    UInt64(title.utf8.count) &+ (isPacked ? 1 : 0) &+ weight.bitPattern
  }
}

extension Trip {
  package static let itemsPerTrip = 5

  /// Returns the trips of a store, each with its items; the same at each call.
  package static func make(_ count: Int) -> [Trip] {
    (0..<count).map { (number: Int) -> Trip in
      let trip = Trip(
        name: "Trip number \(number)", start: BookmarkValues.firstDate + Double(number) * 3_600)
      trip.items = (0..<itemsPerTrip).map { (place: Int) -> Item in
        Item(
          title: "Thing \(place) of trip \(number)", isPacked: (number + place) % 3 == 0,
          weight: Double(number % 97) / 8 + Double(place))
      }
      return trip
    }
  }
}
