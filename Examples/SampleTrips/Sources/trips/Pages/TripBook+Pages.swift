import Foundation
import SampleTripsCore
import SwiftData

// Queries of the pages.

extension TripBook {
  /// A trip by its identifier in the store, such as `p12`; nil if there is none.
  func trip(shortID: String) throws -> Trip? {
    var any = FetchDescriptor<Trip>()
    any.fetchLimit = 1
    guard shortID.hasPrefix("p"), let key = Int64(shortID.dropFirst()),
      let sample = try context.fetch(any).first?.persistentModelID,
      let store = sample.storeIdentifier
    else { return nil }
    let id = try PersistentIdentifier.identifier(
      for: store, entityName: sample.entityName, primaryKey: key)
    return try context.fetch(
      FetchDescriptor<Trip>(predicate: #Predicate { $0.persistentModelID == id })
    ).first
  }

  /// Some of the trips that have not ended, in the order of their start.
  func upcomingTrips(from today: Date, offset: Int, limit: Int) throws -> [Trip] {
    try trips(
      #Predicate { $0.endDate >= today }, [SortDescriptor(\.startDate), SortDescriptor(\.name)],
      offset, limit)
  }

  /// Some of the trips that have ended, the last one first.
  func pastTrips(before today: Date, offset: Int, limit: Int) throws -> [Trip] {
    try trips(
      #Predicate { $0.endDate < today },
      [SortDescriptor(\.endDate, order: .reverse), SortDescriptor(\.name)], offset, limit)
  }

  private func trips(
    _ predicate: Predicate<Trip>, _ order: [SortDescriptor<Trip>], _ offset: Int, _ limit: Int
  ) throws -> [Trip] {
    var request = FetchDescriptor<Trip>(predicate: predicate, sortBy: order)
    (request.fetchOffset, request.fetchLimit) = (offset, limit)
    request.relationshipKeyPathsForPrefetching = [\.bucketList, \.livingAccommodation]
    return try context.fetch(request)
  }
}

extension Trip {
  /// The bucket list in the order in which it was written.
  var orderedItems: [BucketListItem] {
    (bucketList ?? []).sorted { $0.persistentModelID < $1.persistentModelID }
  }
}
