import Foundation
import SwiftData

/// Creates stores as version 1 of the app left them, with trips that were entered more than once.
package struct FirstVersionStore {
  private typealias Trip = SampleTripsSchemaV1.Trip
  private typealias BucketListItem = SampleTripsSchemaV1.BucketListItem
  private typealias LivingAccommodation = SampleTripsSchemaV1.LivingAccommodation

  /// The contents of a store.
  package struct Contents: Codable, Equatable, Sendable {
    package var trips = 0
    /// Names that another trip also has.
    package var sharedNames = 0
    package var items = 0
    package var accommodations = 0
  }

  private static let batchSize = 1_000

  /// Creates a store; its contents depend only on the number of trips.
  ///
  /// Of twelve trips, two repeat earlier ones, with other bucket lists: one has the accommodation
  /// that the first lacks, one has another. A third has an earlier trip's name and other dates.
  ///
  /// - Parameters:
  ///   - url: The file, which must not exist.
  ///   - count: The number of trips.
  ///   - progress: Called from time to time with the number of trips stored.
  /// - Returns: The contents.
  /// - Throws: An error of the store.
  package static func make(
    at url: URL, trips count: Int, progress: (Int) -> Void = { _ in }
  ) throws -> Contents {
    let container = try ModelContainer(
      for: Schema(versionedSchema: SampleTripsSchemaV1.self),
      configurations: ModelConfiguration(url: url))
    var contents = Contents()
    var names: [String: Int] = [:]
    for start in stride(from: 0, to: count, by: batchSize) {
      let context = ModelContext(container)
      for index in start..<min(start + batchSize, count) {
        let entry = TripEntry(index)
        names[entry.name, default: 0] += 1
        insert(entry, in: context, counting: &contents)
      }
      try context.save()
      progress(min(start + batchSize, count))
    }
    contents.sharedNames = names.values.count { $0 > 1 }
    return contents
  }

  private static func insert(
    _ entry: TripEntry, in context: ModelContext, counting contents: inout Contents
  ) {
    let trip = Trip(
      name: entry.name, destination: entry.destination, start_date: entry.start,
      end_date: entry.end)
    context.insert(trip)
    for activity in entry.activities {
      let item = BucketListItem(title: activity.title, details: activity.details)
      context.insert(item)
      item.trip = trip
    }
    if let lodging = entry.lodging {
      let accommodation = LivingAccommodation(placeName: lodging.place, address: lodging.address)
      context.insert(accommodation)
      trip.livingAccommodation = accommodation
      contents.accommodations += 1
    }
    contents.trips += 1
    contents.items += entry.activities.count
  }
}
