import Foundation
import SwiftData

/// Keeps trips in a context, saving after each change.
package struct TripBook {
  package let context: ModelContext

  package init(context: ModelContext) {
    self.context = context
  }

  /// Every trip, by start, with what belongs to it: three statements for any number of trips.
  package func trips() throws -> [Trip] { try trips(matching: nil) }

  /// The trips whose name or destination contains a text, as a person would compare, by start.
  package func trips(containing text: String) throws -> [Trip] {
    try trips(
      matching: #Predicate {
        $0.name.localizedStandardContains(text) || $0.destination.localizedStandardContains(text)
      })
  }

  /// The trip of a name, or else the only one whose name contains the text.
  /// - Throws: `TripError.notFound` or `ambiguous`, or an error of the store.
  package func trip(named text: String) throws -> Trip {
    if let exact = try trip(of: text) { return exact }
    let found = try trips(matching: #Predicate { $0.name.localizedStandardContains(text) })
    guard let trip = found.first else { throw TripError.notFound(text) }
    guard found.count == 1 else {
      throw TripError.ambiguous(text, names: found.prefix(3).map(\.name))
    }
    return trip
  }

  /// Stores a new trip.
  /// - Throws: `TripError` where the name is none or taken or the dates are in the wrong order, or an
  ///   error of the store.
  @discardableResult
  package func add(
    name: String, destination: String, startDate: Date, endDate: Date
  ) throws -> Trip {
    guard name.contains(where: { !$0.isWhitespace }) else { throw TripError.noName }
    guard startDate <= endDate else { throw TripError.endsBeforeStart }
    // A trip of a name that is taken would be merged into the one that has it.
    guard try trip(of: name) == nil else { throw TripError.nameTaken(name) }
    let trip = Trip(name: name, destination: destination, startDate: startDate, endDate: endDate)
    context.insert(trip)
    try context.save()
    return trip
  }

  /// Puts an item at the end of a trip's bucket list.
  package func add(_ item: BucketListItem, to trip: Trip) throws {
    context.insert(item)
    item.trip = trip
    try context.save()
  }

  /// Sets where one sleeps on a trip, instead of where it was.
  package func stay(at accommodation: LivingAccommodation, on trip: Trip) throws {
    if let former = trip.livingAccommodation { context.delete(former) }
    context.insert(accommodation)
    trip.livingAccommodation = accommodation
    try context.save()
  }

  /// Deletes a trip with its bucket list and accommodation.
  package func delete(_ trip: Trip) throws {
    context.delete(trip)
    try context.save()
  }

  private func trip(of name: String) throws -> Trip? {
    var request = FetchDescriptor<Trip>(predicate: #Predicate { $0.name == name })
    request.fetchLimit = 1
    return try context.fetch(request).first
  }

  private func trips(matching predicate: Predicate<Trip>?) throws -> [Trip] {
    var request = FetchDescriptor<Trip>(
      predicate: predicate, sortBy: [SortDescriptor(\.startDate), SortDescriptor(\.name)])
    request.relationshipKeyPathsForPrefetching = [\.bucketList, \.livingAccommodation]
    return try context.fetch(request)
  }
}
