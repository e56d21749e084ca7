import Foundation
import SwiftData

@testable import SampleTripsCore

/// A trip in any version of the models.
protocol VersionedTrip: PersistentModel {
  associatedtype Item: VersionedItem where Item.Trip == Self
  associatedtype Stay: VersionedStay where Stay.Trip == Self

  var name: String { get }
  var destination: String { get }
  var dates: (start: Date, end: Date) { get }
  var bucketList: [Item]? { get }
  var livingAccommodation: Stay? { get set }

  init(_ entry: TripContents.Entry)
}

/// A bucket list item in any version of the models.
protocol VersionedItem: PersistentModel {
  associatedtype Trip: VersionedTrip

  var title: String { get }
  var details: String { get }
  var hasReservation: Bool { get }
  var isInPlan: Bool { get }
  var trip: Trip? { get set }

  init(title: String, details: String, hasReservation: Bool, isInPlan: Bool)
}

/// An accommodation in any version of the models.
protocol VersionedStay: PersistentModel {
  associatedtype Trip: VersionedTrip

  var placeName: String { get }
  var address: String { get }
  var trip: Trip? { get }

  init(placeName: String, address: String)
}

extension SampleTripsSchemaV1.BucketListItem: VersionedItem {}
extension SampleTripsSchemaV2.BucketListItem: VersionedItem {}
extension SampleTripsSchemaV3.BucketListItem: VersionedItem {}

extension SampleTripsSchemaV1.LivingAccommodation: VersionedStay {}
extension SampleTripsSchemaV2.LivingAccommodation: VersionedStay {}
extension SampleTripsSchemaV3.LivingAccommodation: VersionedStay {}

extension SampleTripsSchemaV1.Trip: VersionedTrip {
  var dates: (start: Date, end: Date) { (start_date, end_date) }

  convenience init(_ entry: TripContents.Entry) {
    self.init(
      name: entry.name, destination: entry.destination, start_date: entry.start,
      end_date: entry.end)
  }
}

extension SampleTripsSchemaV2.Trip: VersionedTrip {
  var dates: (start: Date, end: Date) { (start_date, end_date) }

  convenience init(_ entry: TripContents.Entry) {
    self.init(
      name: entry.name, destination: entry.destination, start_date: entry.start,
      end_date: entry.end)
  }
}

extension SampleTripsSchemaV3.Trip: VersionedTrip {
  var dates: (start: Date, end: Date) { (startDate, endDate) }

  convenience init(_ entry: TripContents.Entry) {
    self.init(
      name: entry.name, destination: entry.destination, startDate: entry.start,
      endDate: entry.end)
  }
}
