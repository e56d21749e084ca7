import SampleTripsCore
import SwiftData
import Synchronization

/// Counts how often trips are viewed, in their transient property.
///
/// The count belongs to an instance, so these instances live as long as the program.
final class TripViews: Sendable {
  private struct Viewed {
    var book: TripBook
    var trips: [PersistentIdentifier: Trip] = [:]
  }

  private let viewed: Mutex<Viewed>

  init(_ container: ModelContainer) {
    viewed = Mutex(Viewed(book: TripBook(context: ModelContext(container))))
  }

  /// The number of views of a trip since the program started.
  ///
  /// - Parameters:
  ///   - id: The trip's identifier.
  ///   - isView: Whether this is one more view.
  /// - Returns: The number; 0 if the trip was deleted.
  /// - Throws: Errors of the store.
  func count(of id: PersistentIdentifier, adding isView: Bool) throws -> Int {
    try viewed.withLock { viewed in
      let request = FetchDescriptor<Trip>(predicate: #Predicate { $0.persistentModelID == id })
      guard let trip = try viewed.trips[id] ?? viewed.book.context.fetch(request).first else {
        return 0
      }
      viewed.trips[id] = trip
      return isView ? viewed.book.view(trip) : trip.tripViews
    }
  }
}
