import ExampleTestSupport
import Foundation
import SwiftData
import Testing

@testable import SampleTripsCore

@Suite("Duplicate trips")
struct DuplicateTripsTests {
  /// The values by which duplicates are recognized.
  private struct Identity: Hashable {
    var destination: String
    var start: Date
    var end: Date
    var name: String

    /// The identity of a trip, without the number that was added to its name.
    init(_ entry: TripContents.Entry) {
      (destination, start, end) = (entry.destination, entry.start, entry.end)
      name =
        entry.name.firstIndex(of: "(").map { String(entry.name[..<$0].dropLast()) } ?? entry.name
    }
  }

  @Test(arguments: [12, 240, 1_205])
  func mergedDuplicatesLoseNoData(_ count: Int) throws {
    try withTemporaryFolder { folder in
      let url = folder.appendingPathComponent("trips.store")
      let made = try FirstVersionStore.make(at: url, trips: count)
      #expect(made.trips == count)
      #expect(made.sharedNames > 0)
      let before = try TripContents.versions[0].contents(of: url)
      let after = try TripContents.versions[2].contents(of: url)

      #expect(Set(after.trips.map(\.name)).count == after.trips.count)
      #expect(after.looseItems.isEmpty)
      #expect(after.looseStays.isEmpty)
      let groups = Dictionary(grouping: before.trips, by: Identity.init)
      #expect(Set(after.trips.map(Identity.init)) == Set(groups.keys))
      #expect(after.trips.count == groups.count)
      for trip in after.trips { try expectAll(of: groups[Identity(trip)] ?? [], in: trip) }
    }
  }

  /// Expects that a trip has everything that its entries had, and nothing else.
  private func expectAll(of entries: [TripContents.Entry], in trip: TripContents.Entry) throws {
    let stays = Set(entries.compactMap(\.stay))
    #expect(trip.stay.map(stays.contains) ?? stays.isEmpty)
    let others = stays.filter { $0 != trip.stay }.map {
      TripContents.Item(title: $0.place, details: $0.address, hasReservation: true)
    }
    #expect(Set(trip.items) == Set(entries.flatMap(\.items) + others))
  }
}
