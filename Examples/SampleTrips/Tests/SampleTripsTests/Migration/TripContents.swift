import Foundation
import SwiftData

@testable import SampleTripsCore

/// The contents of a store of trips, as plain values in a fixed order.
struct TripContents: Equatable, Sendable {
  struct Item: Hashable {
    var title: String
    var details = ""
    var hasReservation = false
    var isInPlan = false
  }

  struct Stay: Hashable {
    var place: String
    var address: String
  }

  struct Entry: Hashable {
    var name: String
    var destination: String
    var start: Date
    var end: Date
    var items: [Item] = []
    var stay: Stay?
  }

  var trips: [Entry]
  /// Items and accommodations that belong to no trip.
  var looseItems: [Item] = []
  var looseStays: [Stay] = []

  var sorted: TripContents {
    TripContents(
      trips: trips.map { trip in
        var trip = trip
        trip.items.sort { ($0.title, $0.details) < ($1.title, $1.details) }
        return trip
      }.sorted { ($0.name, $0.start, "\($0)") < ($1.name, $1.start, "\($1)") },
      looseItems: looseItems.sorted { ($0.title, $0.details) < ($1.title, $1.details) },
      looseStays: looseStays.sorted { $0.place < $1.place })
  }
}
