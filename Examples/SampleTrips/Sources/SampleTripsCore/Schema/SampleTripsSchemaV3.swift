import Foundation
import SwiftData

/// Version 3 of the models: names of dates follow Swift's conventions, and deleting a trip deletes
/// its bucket list and accommodation.
package enum SampleTripsSchemaV3: VersionedSchema {
  package static var versionIdentifier: Schema.Version { Schema.Version(3, 0, 0) }
  package static var models: [any PersistentModel.Type] {
    [Trip.self, BucketListItem.self, LivingAccommodation.self]
  }

  @Model
  package final class Trip {
    @Attribute(.unique) package var name: String
    package var destination: String
    @Attribute(originalName: "start_date") package var startDate: Date
    @Attribute(originalName: "end_date") package var endDate: Date

    @Relationship(.cascade)
    package var bucketList: [BucketListItem]? = []

    @Relationship(.cascade)
    package var livingAccommodation: LivingAccommodation?

    /// The number of times that the trip was viewed since it was read from the store.
    @Transient
    package var tripViews: Int = 0

    package init(name: String, destination: String, startDate: Date, endDate: Date) {
      self.name = name
      self.destination = destination
      self.startDate = startDate
      self.endDate = endDate
    }
  }

  /// Something to do or see on a trip.
  @Model
  package final class BucketListItem {
    package var title: String
    package var details: String
    package var hasReservation: Bool
    package var isInPlan: Bool

    package var trip: Trip?

    package init(
      title: String, details: String = "", hasReservation: Bool = false, isInPlan: Bool = false
    ) {
      self.title = title
      self.details = details
      self.hasReservation = hasReservation
      self.isInPlan = isInPlan
    }
  }

  /// The accommodation on a trip.
  @Model
  package final class LivingAccommodation {
    package var placeName: String
    package var address: String

    package var trip: Trip?

    package init(placeName: String, address: String) {
      self.placeName = placeName
      self.address = address
    }
  }
}
