// swift-format-ignore-file: AlwaysUseLowerCamelCase

import Foundation
import SwiftData

/// Version 2 of the models: the name of a trip is unique.
package enum SampleTripsSchemaV2: VersionedSchema {
  package static var versionIdentifier: Schema.Version { Schema.Version(2, 0, 0) }
  package static var models: [any PersistentModel.Type] {
    [Trip.self, BucketListItem.self, LivingAccommodation.self]
  }

  @Model
  package final class Trip {
    @Attribute(.unique) package var name: String
    package var destination: String
    package var start_date: Date
    package var end_date: Date

    package var bucketList: [BucketListItem]? = []
    package var livingAccommodation: LivingAccommodation?

    package init(name: String, destination: String, start_date: Date, end_date: Date) {
      self.name = name
      self.destination = destination
      self.start_date = start_date
      self.end_date = end_date
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
