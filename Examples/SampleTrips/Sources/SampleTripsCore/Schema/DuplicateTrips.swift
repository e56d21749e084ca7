import Foundation
import SwiftData

/// Makes the names of trips unique without losing data.
///
/// Trips with the same name, destination and dates are one trip that was entered several times. The
/// first entry stays and gets the bucket lists of the others and, if it has none, their
/// accommodation. A second accommodation becomes an item of the bucket list. Trips that share only
/// a name are different trips: the later ones get a number after their name.
struct DuplicateTrips {
  typealias Trip = SampleTripsSchemaV1.Trip
  typealias BucketListItem = SampleTripsSchemaV1.BucketListItem
  typealias LivingAccommodation = SampleTripsSchemaV1.LivingAccommodation

  private let context: ModelContext
  private var kept: [Identity: Trip] = [:]
  private var lists: [Identity: Set<Entry>] = [:]
  private var entries: [Identity: Int] = [:]

  init(in context: ModelContext) {
    self.context = context
  }

  /// The values by which duplicates are recognized.
  private struct Identity: Hashable {
    var name: String
    var destination: String
    var start: Date
    var end: Date

    init(_ trip: Trip) {
      (name, destination) = (trip.name, trip.destination)
      (start, end) = (trip.start_date, trip.end_date)
    }
  }

  /// All values of an item.
  private struct Entry: Hashable {
    var title: String
    var details: String
    var hasReservation: Bool
    var isInPlan: Bool

    init(_ item: BucketListItem) {
      (title, details) = (item.title, item.details)
      (hasReservation, isInPlan) = (item.hasReservation, item.isInPlan)
    }
  }

  /// Merges and renames trips; the context must be saved afterwards.
  ///
  /// - Parameter trips: All trips of the store.
  /// - Returns: What was merged and renamed, in the order of entry.
  mutating func remove(from trips: [Trip]) -> DuplicateReport {
    var different: [Trip] = []
    for trip in trips.sorted(by: { $0.persistentModelID < $1.persistentModelID }) {
      let identity = Identity(trip)
      entries[identity, default: 0] += 1
      if let first = kept[identity] {
        merge(trip, into: first, identity)
      } else {
        kept[identity] = trip
        different.append(trip)
      }
    }
    var report = DuplicateReport()
    report.merged = different.compactMap { trip in
      let count = entries[Identity(trip)] ?? 1
      guard count > 1 else { return nil }
      return DuplicateReport.Merged(
        name: trip.name, destination: trip.destination, start: trip.start_date, end: trip.end_date,
        entries: count)
    }
    report.renumbered = Self.rename(different)
    return report
  }

  private mutating func merge(_ trip: Trip, into first: Trip, _ identity: Identity) {
    var list = lists[identity] ?? Set((first.bucketList ?? []).map(Entry.init))
    for item in trip.bucketList ?? [] {
      if list.insert(Entry(item)).inserted {
        item.trip = first
      } else {
        context.delete(item)
      }
    }
    if let accommodation = trip.livingAccommodation {
      merge(accommodation, into: first, &list)
    }
    lists[identity] = list
    context.delete(trip)
  }

  private func merge(
    _ accommodation: LivingAccommodation, into first: Trip, _ list: inout Set<Entry>
  ) {
    guard let present = first.livingAccommodation else {
      first.livingAccommodation = accommodation
      return
    }
    if (present.placeName, present.address) != (accommodation.placeName, accommodation.address) {
      let item = BucketListItem(
        title: accommodation.placeName, details: accommodation.address, hasReservation: true)
      if list.insert(Entry(item)).inserted {
        context.insert(item)
        item.trip = first
      }
    }
    context.delete(accommodation)
  }

  private static func rename(_ trips: [Trip]) -> [DuplicateReport.Renumbered] {
    var renumbered: [DuplicateReport.Renumbered] = []
    var names = Set(trips.map(\.name))
    var counts: [String: Int] = [:]
    for trip in trips {
      let name = trip.name
      var count = counts[name, default: 0] + 1
      if count > 1 {
        while !names.insert("\(name) (\(count))").inserted { count += 1 }
        trip.name = "\(name) (\(count))"
        renumbered.append(
          DuplicateReport.Renumbered(
            name: name, newName: trip.name, destination: trip.destination, start: trip.start_date,
            end: trip.end_date))
      }
      counts[name] = count
    }
    return renumbered
  }
}
