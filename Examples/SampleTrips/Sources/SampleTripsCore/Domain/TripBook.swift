import Foundation
import SwiftData

/// Manages the trips of a context, and saves after each change.
package struct TripBook {
  package let context: ModelContext

  package init(context: ModelContext) {
    self.context = context
  }

  /// All trips with everything that belongs to them, sorted by start: three statements for any
  /// number of trips.
  package func trips() throws -> [Trip] { try trips(matching: nil) }

  /// The trips whose name or destination contains a text, sorted by start; the comparison is that
  /// of `localizedStandardContains`.
  package func trips(containing text: String) throws -> [Trip] {
    try trips(
      matching: #Predicate {
        $0.name.localizedStandardContains(text) || $0.destination.localizedStandardContains(text)
      })
  }

  /// All trips without anything that belongs to them, sorted by start.
  package func names() throws -> [Trip] {
    var request = FetchDescriptor<Trip>(
      sortBy: [SortDescriptor(\.startDate), SortDescriptor(\.name)])
    request.propertiesToFetch = [\.name]
    return try context.fetch(request)
  }

  /// Stores a new trip.
  ///
  /// - Throws: `TripError` if the name is empty or taken, or the dates are in the wrong order; an
  ///   error of the store.
  @discardableResult
  package func add(
    name: String, destination: String, startDate: Date, endDate: Date
  ) throws -> Trip {
    try context.transaction(.serializable) {
      let trip = Trip(name: name, destination: destination, startDate: startDate, endDate: endDate)
      try check(trip)
      context.insert(trip)
      return trip
    }
  }

  /// Changes a trip, or nothing if that fails.
  ///
  /// - Parameters:
  ///   - trip: A trip of the context.
  ///   - body: Changes the trip and what belongs to it. It may run several times.
  /// - Throws: `TripError` if the trip was deleted, its name is empty or taken, or its dates are in
  ///   the wrong order; errors of `body` and of the store.
  package func edit(_ trip: Trip, _ body: (Trip) throws -> Void) throws {
    try change(trip) {
      try body(trip)
      try check(trip)
    }
  }

  /// Deletes an item of a bucket list.
  ///
  /// - Throws: `TripError.notFound`, or an error of the store.
  package func delete(_ item: BucketListItem, of trip: Trip) throws {
    try change(trip) { context.delete(item) }
  }

  /// Removes the accommodation of a trip; does nothing if it has none.
  ///
  /// - Throws: `TripError.notFound`, or an error of the store.
  package func removeStay(on trip: Trip) throws {
    try change(trip) { if let stay = trip.livingAccommodation { context.delete(stay) } }
  }

  /// Counts a view of a trip.
  ///
  /// The count is not stored: it begins at zero when the trip is read.
  ///
  /// - Returns: The number of views since then.
  @discardableResult
  package func view(_ trip: Trip) -> Int {
    trip.tripViews += 1
    return trip.tripViews
  }

  /// Adds an item to the end of a trip's bucket list.
  ///
  /// - Throws: `TripError.notFound`, or an error of the store.
  package func add(_ item: BucketListItem, to trip: Trip) throws {
    try change(trip) {
      context.insert(item)
      item.trip = trip
    }
  }

  /// Sets the accommodation of a trip, and deletes the previous one.
  ///
  /// - Throws: `TripError.notFound`, or an error of the store.
  package func stay(at accommodation: LivingAccommodation, on trip: Trip) throws {
    try change(trip) {
      if let former = trip.livingAccommodation { context.delete(former) }
      context.insert(accommodation)
      trip.livingAccommodation = accommodation
    }
  }

  /// Deletes a trip with its bucket list and accommodation.
  ///
  /// - Throws: `TripError.notFound`, or an error of the store.
  package func delete(_ trip: Trip) throws {
    try change(trip) { context.delete(trip) }
  }

  /// Changes a trip in a transaction, and saves, unless another program deleted the trip.
  private func change(_ trip: Trip, _ body: () throws -> Void) throws {
    let id = trip.persistentModelID
    try context.transaction(.serializable) {
      let count = try context.fetchCount(
        FetchDescriptor<Trip>(predicate: #Predicate { $0.persistentModelID == id }))
      guard count > 0 else { throw TripError.notFound }
      try body()
    }
  }

  private func check(_ trip: Trip) throws {
    let name = trip.name.trimmingCharacters(in: .whitespacesAndNewlines)
    guard !name.isEmpty else { throw TripError.noName }
    guard trip.startDate <= trip.endDate else { throw TripError.endsBeforeStart }
    // A trip with a taken name would be merged into the one that has it.
    let other = try names().first {
      $0 !== trip && $0.name.caseInsensitiveCompare(name) == .orderedSame
    }
    if let other { throw TripError.nameTaken(other.name) }
    if trip.name != name { trip.name = name }
  }

  private func trips(matching predicate: Predicate<Trip>?) throws -> [Trip] {
    var request = FetchDescriptor<Trip>(
      predicate: predicate, sortBy: [SortDescriptor(\.startDate), SortDescriptor(\.name)])
    request.relationshipKeyPathsForPrefetching = [\.bucketList, \.livingAccommodation]
    return try context.fetch(request)
  }
}
